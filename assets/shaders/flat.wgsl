// Cheap shading for weak graphics and for lines: a key light, a soft fill from the sky side, no shadows.
#import bevy_pbr::forward_io::VertexOutput
#import bevy_pbr::mesh_functions

// rgb: linear colour; a: opacity.
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> color: vec4<f32>;
// xyz: direction towards the key light (unit); w: how much the light counts (0: the plain colour).
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var<uniform> light: vec4<f32>;

// The instance's own colour, packed as sRGB bytes in its tag; white where it has none.
fn own_color(instance_index: u32) -> vec4<f32> {
    let tag = mesh_functions::get_tag(instance_index);
    if tag == 0u {
        return vec4<f32>(1.0);
    }
    let c = unpack4x8unorm(tag);
    let linear = select(pow((c.rgb + 0.055) / 1.055, vec3<f32>(2.4)), c.rgb / 12.92, c.rgb <= vec3<f32>(0.04045));
    return vec4<f32>(linear, c.a);
}

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let base = color * own_color(in.instance_index);
    let n = normalize(in.world_normal);
    let key = max(dot(n, light.xyz), 0.0);
    let fill = 0.5 + 0.5 * dot(n, vec3<f32>(-light.y, light.x, light.z));
    let lit = 0.34 + 0.56 * key + 0.14 * fill;
    return vec4<f32>(base.rgb * mix(1.0, lit, light.w), base.a);
}
