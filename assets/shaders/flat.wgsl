// Cheap shading for weak graphics and for lines: a key light, a soft fill from the sky side, no shadows.
#import bevy_pbr::forward_io::VertexOutput

// rgb: linear colour; a: opacity.
@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> color: vec4<f32>;
// xyz: direction towards the key light (unit); w: how much the light counts (0: the plain colour).
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var<uniform> light: vec4<f32>;

@fragment
fn fragment(in: VertexOutput) -> @location(0) vec4<f32> {
    let n = normalize(in.world_normal);
    let key = max(dot(n, light.xyz), 0.0);
    let fill = 0.5 + 0.5 * dot(n, vec3<f32>(-light.y, light.x, light.z));
    let lit = 0.34 + 0.56 * key + 0.14 * fill;
    return vec4<f32>(color.rgb * mix(1.0, lit, light.w), color.a);
}
