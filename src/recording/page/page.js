"use strict";
// Whoever tests the page looks for it.
window.addEventListener("error", (e) => { document.documentElement.dataset.error = e.message; });
const DATA = /*DATA*/;

// Vectors, quaternions (w, x, y, z) and matrices by columns.
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => scale(a, 1 / (Math.hypot(...a) || 1));
function pose(p, k) {
  const [x, y, z, w, i, j, l] = p.slice(7 * k, 7 * k + 7);
  return [
    1 - 2 * (j * j + l * l), 2 * (i * j + w * l), 2 * (i * l - w * j), 0,
    2 * (i * j - w * l), 1 - 2 * (i * i + l * l), 2 * (j * l + w * i), 0,
    2 * (i * l + w * j), 2 * (j * l - w * i), 1 - 2 * (i * i + j * j), 0,
    x, y, z, 1];
}
function times(a, b) {
  const c = new Array(16).fill(0);
  for (let col = 0; col < 4; col++) for (let row = 0; row < 4; row++) for (let k = 0; k < 4; k++) c[4 * col + row] += a[4 * k + row] * b[4 * col + k];
  return c;
}
const UP = DATA.flat ? [0, 1, 0] : [0, 0, 1];

// Where it is seen from: the same in all panes.
function start() {
  const near = bounds();
  if (DATA.camera) return { eye: DATA.camera[0], target: DATA.camera[1] };
  const far = near.radius / Math.tan(0.35);
  const from = DATA.flat ? [0, 0, 1] : unit([0.6, -1, 0.5]);
  return { eye: add(near.centre, scale(from, far)), target: near.centre };
}
function bounds() {
  let low = [1e9, 1e9, 1e9], high = [-1e9, -1e9, -1e9];
  for (const pane of DATA.panes) {
    const shapes = DATA.scenes[pane.scene[0]];
    for (const poses of [pane.poses[0], pane.poses[pane.poses.length - 1]]) for (let k = 0; k < shapes.length; k++) {
      const p = poses.slice(7 * k, 7 * k + 3);
      if (shapes[k].fixed || p[0] > 1e29) continue;
      low = low.map((x, n) => Math.min(x, p[n] - 0.5)); high = high.map((x, n) => Math.max(x, p[n] + 0.5));
    }
  }
  if (low[0] > high[0]) { low = [-1, -1, -1]; high = [1, 1, 1]; }
  const centre = scale(add(low, high), 0.5);
  return { centre, radius: Math.max(1, Math.min(Math.hypot(...sub(high, low)) / 2, 1e3)) };
}
let view = start();
function camera(aspect) {
  const back = unit(sub(view.eye, view.target)), distance = Math.hypot(...sub(view.eye, view.target));
  const right = unit(cross(UP, back)), up = cross(back, right);
  const look = [right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
    -dot(right, view.eye), -dot(up, view.eye), -dot(back, view.eye), 1];
  const f = 1 / Math.tan(0.39), near = distance / 200, far = distance * 200;
  const lens = [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0];
  return times(lens, look);
}

// Drawing.
const VERTEX = `#version 300 es
uniform mat4 camera, pose; in vec3 at; out vec3 world;
void main() { vec4 w = pose * vec4(at, 1.0); world = w.xyz; gl_Position = camera * w; }`;
const FRAGMENT = `#version 300 es
precision highp float; uniform vec3 color, eye; uniform int lit; uniform float alpha; in vec3 world; out vec4 pixel;
void main() {
  if (lit == 0) { pixel = vec4(color, alpha); return; }
  vec3 n = normalize(cross(dFdx(world), dFdy(world))), to = normalize(eye - world);
  if (dot(n, to) < 0.0) n = -n;
  float sky = 0.5 + 0.5 * dot(n, normalize(vec3(0.3, -0.4, 0.85)));
  pixel = vec4(color * (0.35 + 0.45 * sky + 0.3 * max(dot(n, to), 0.0)), alpha);
}`;
function program(gl) {
  const made = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text); gl.compileShader(shader); gl.attachShader(made, shader);
  }
  gl.bindAttribLocation(made, 0, "at"); gl.linkProgram(made);
  return gl.getProgramParameter(made, gl.LINK_STATUS) ? made : null;
}
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

class Pane {
  constructor(data) {
    this.data = data;
    this.box = document.createElement("div"); this.box.className = "pane";
    this.canvas = document.createElement("canvas");
    this.head = document.createElement("h2"); this.head.textContent = data.model; this.head.style.color = css(data.color);
    this.facts = document.createElement("dl");
    this.box.append(this.canvas, this.head, this.facts);
    document.getElementById("panes").append(this.box);
    this.gl = this.canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
    this.program = this.gl && program(this.gl);
    if (!this.program) {
      const said = document.createElement("div"); said.className = "none";
      said.textContent = "This browser draws no WebGL 2; the plots below show the numbers.";
      this.box.append(said);
      return;
    }
    const gl = this.gl;
    this.at = Object.fromEntries(["camera", "pose", "color", "eye", "lit", "alpha"].map((n) => [n, gl.getUniformLocation(this.program, n)]));
    this.shapes = DATA.scenes.map((bodies) => bodies.map((b) => ({ ...b, faces: this.buffer(b.triangles), edges: this.buffer(b.edges) })));
    this.lines = gl.createBuffer();
    this.listen();
  }
  buffer(numbers) {
    const gl = this.gl, made = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, made); gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.STATIC_DRAW);
    return { made, count: numbers.length / 3 };
  }
  draw(buffer, mode, color, lit, matrix, alpha = 1) {
    const gl = this.gl;
    gl.uniform1f(this.at.alpha, alpha);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer.made); gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.uniformMatrix4fv(this.at.pose, false, matrix); gl.uniform3fv(this.at.color, color); gl.uniform1i(this.at.lit, lit);
    gl.drawArrays(mode, 0, buffer.count);
  }
  show(time) {
    const d = this.data, k = Math.max(0, d.time.findLastIndex((t) => t <= time + 1e-9));
    const loads = d.contacts[k] || [];
    const facts = [["step", d.step[k]], ["depth", lengthText(d.depth[k])], ["energy", d.energy[k].toPrecision(6) + " J"]];
    if (d.contacts.length) facts.push(["contacts", loads.length]);
    if (time > d.time[d.time.length - 1] + 1e-6) facts.push(["ended", d.time[d.time.length - 1].toFixed(3) + " s"]);
    this.facts.replaceChildren(...facts.flatMap(([name, value]) => {
      const dt = document.createElement("dt"), dd = document.createElement("dd");
      dt.textContent = name; dd.textContent = value;
      return [dt, dd];
    }));
    if (!this.program) return;
    const gl = this.gl, pixels = window.devicePixelRatio || 1;
    const width = Math.round(this.box.clientWidth * pixels), height = Math.round(this.box.clientHeight * pixels);
    if (this.canvas.width !== width || this.canvas.height !== height) { this.canvas.width = width; this.canvas.height = height; }
    gl.viewport(0, 0, width, height); gl.clearColor(0.118, 0.137, 0.169, 1); gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST); gl.enable(gl.POLYGON_OFFSET_FILL); gl.polygonOffset(1, 1); gl.useProgram(this.program);
    gl.uniformMatrix4fv(this.at.camera, false, camera(width / Math.max(height, 1))); gl.uniform3fv(this.at.eye, view.eye);
    const drawn = (wanted, alpha) => this.shapes[d.scene[k]].forEach((body, b) => {
      if (body.fixed !== wanted || d.poses[k][7 * b] > 1e29) return;
      const matrix = pose(d.poses[k], b);
      this.draw(body.faces, gl.TRIANGLES, body.color.map((c) => c / 255), DATA.flat ? 0 : 1, matrix, alpha);
      this.draw(body.edges, gl.LINES, alpha < 1 ? [0.55, 0.59, 0.65] : [0.06, 0.07, 0.09], 0, matrix, alpha);
    });
    drawn(false, 1);
    // What never moves may stand in front: in space one sees through it.
    gl.enable(gl.BLEND); gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA); gl.depthMask(DATA.flat);
    drawn(true, DATA.flat ? 1 : 0.3);
    gl.depthMask(true); gl.disable(gl.BLEND);
    if (document.getElementById("loads").checked && loads.length) {
      gl.disable(gl.DEPTH_TEST);
      const most = Math.max(...loads.map((c) => c[6])), size = 0.12 * Math.hypot(...sub(view.eye, view.target)), ends = [];
      for (const [x, y, z, i, j, l, p] of loads) ends.push(x, y, z, ...add([x, y, z], scale([i, j, l], size * (0.15 + 0.85 * p / most))));
      gl.bindBuffer(gl.ARRAY_BUFFER, this.lines); gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(ends), gl.DYNAMIC_DRAW);
      this.draw({ made: this.lines, count: ends.length / 3 }, gl.LINES, [1, 0.83, 0.35], 0, IDENTITY);
    }
    // What WebGL refuses it says only where it is asked; once is enough, as asking makes the frame wait.
    if (!this.asked) {
      const refused = gl.getError();
      if (refused) document.documentElement.dataset.error = "WebGL refuses what is drawn: error " + refused;
      this.asked = true;
    }
  }
  listen() {
    let held = null;
    this.canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    this.canvas.addEventListener("pointerdown", (e) => { held = [e.clientX, e.clientY]; this.canvas.setPointerCapture(e.pointerId); });
    this.canvas.addEventListener("pointerup", () => { held = null; });
    this.canvas.addEventListener("dblclick", () => { view = start(); show(); });
    this.canvas.addEventListener("pointermove", (e) => {
      if (!held) return;
      const dx = e.clientX - held[0], dy = e.clientY - held[1];
      held = [e.clientX, e.clientY];
      const arm = sub(view.eye, view.target), back = unit(arm), right = unit(cross(UP, back)), up = cross(back, right);
      if (DATA.flat || e.shiftKey || (e.buttons & 2)) {
        const per = Math.hypot(...arm) / this.box.clientHeight * 0.8;
        const move = add(scale(right, -dx * per), scale(up, dy * per));
        view = { eye: add(view.eye, move), target: add(view.target, move) };
      } else {
        let turned = around(arm, UP, -dx * 0.008);
        const tilted = around(turned, unit(cross(UP, turned)), -dy * 0.008);
        if (Math.abs(dot(unit(tilted), UP)) < 0.995) turned = tilted;
        view = { eye: add(view.target, turned), target: view.target };
      }
      show();
    });
    this.canvas.addEventListener("wheel", (e) => {
      e.preventDefault();
      view = { eye: add(view.target, scale(sub(view.eye, view.target), Math.exp(e.deltaY * 0.001))), target: view.target };
      show();
    }, { passive: false });
  }
}
function around(v, axis, angle) {
  const c = Math.cos(angle), s = Math.sin(angle);
  return add(add(scale(v, c), scale(cross(axis, v), s)), scale(axis, dot(axis, v) * (1 - c)));
}
const css = (c) => `rgb(${c[0]}, ${c[1]}, ${c[2]})`;
const lengthText = (d) => d <= 0 ? "0" : d < 1e-4 ? d.toExponential(1) + " m" : (1e3 * d).toPrecision(3) + " mm";

// Plots: every pane's curve, and where one is in time.
class Plot {
  constructor(title, of, log) {
    Object.assign(this, { title, of, log });
    this.canvas = document.createElement("canvas");
    document.getElementById("plots").append(this.canvas);
    const seek = (e) => { if (e.buttons) { go((e.offsetX - 56) / (this.canvas.clientWidth - 68) * LAST); pause(); } };
    this.canvas.addEventListener("pointerdown", seek); this.canvas.addEventListener("pointermove", seek);
  }
  show(time) {
    const pixels = window.devicePixelRatio || 1, w = this.canvas.clientWidth, h = this.canvas.clientHeight;
    this.canvas.width = w * pixels; this.canvas.height = h * pixels;
    const c = this.canvas.getContext("2d"); c.scale(pixels, pixels);
    const all = DATA.panes.flatMap(this.of), floor = 1e-12;
    let low = Math.min(...all.slice(0, 1)), high = low;
    for (const v of all) { low = Math.min(low, v); high = Math.max(high, v); }
    const map = this.log ? (v) => Math.log10(Math.max(v, floor)) : (v) => v;
    let a = this.log ? -12 : low, b = this.log ? Math.max(Math.ceil(map(high)), -8) : high;
    if (!(b > a)) { a -= 1; b += 1; }
    const x = (t) => 56 + (w - 68) * t / LAST, y = (v) => 24 + (h - 44) * (1 - (map(v) - a) / (b - a));
    c.font = "11px system-ui, sans-serif"; c.fillStyle = "#98a2af"; c.fillText(this.title, 8, 14);
    c.textAlign = "right";
    for (const share of [0, 0.5, 1]) {
      const v = a + share * (b - a), at = 24 + (h - 44) * (1 - share);
      c.fillText(this.log ? "1e" + Math.round(v) : v.toPrecision(4), 50, at + 4);
      c.strokeStyle = "#2b323c"; c.beginPath(); c.moveTo(56, at); c.lineTo(w - 12, at); c.stroke();
    }
    c.fillText("0", 60, h - 5); c.fillText(LAST.toFixed(2) + " s", w - 12, h - 5); c.textAlign = "left";
    for (const pane of DATA.panes) {
      const values = this.of(pane);
      c.strokeStyle = css(pane.color); c.lineWidth = 1.5; c.beginPath();
      values.forEach((v, k) => c[k ? "lineTo" : "moveTo"](x(pane.time[k]), y(v)));
      c.stroke();
    }
    c.strokeStyle = "#e4e9ef"; c.lineWidth = 1; c.beginPath(); c.moveTo(x(time), 20); c.lineTo(x(time), h - 20); c.stroke();
  }
}

// Time.
const LAST = Math.max(1e-9, ...DATA.panes.map((pane) => pane.time[pane.time.length - 1]));
const longest = DATA.panes.reduce((a, b) => (b.time.length > a.time.length ? b : a));
let now = longest.time[0], playing = false, before = 0;
const slider = document.getElementById("time"), button = document.getElementById("play");
slider.max = longest.time.length - 1;
document.getElementById("description").textContent = DATA.description;
if (DATA.flat) document.querySelector(".hint").textContent = "drag moves, wheel zooms, double click resets";
const panes = DATA.panes.map((pane) => new Pane(pane));
const plots = [new Plot("deepest penetration (m)", (p) => p.depth, true), new Plot("energy (J)", (p) => p.energy, false)];
const place = () => Math.max(0, longest.time.findLastIndex((t) => t <= now + 1e-9));
function show() {
  panes.forEach((pane) => pane.show(now)); plots.forEach((plot) => plot.show(now));
  slider.value = place(); document.getElementById("clock").textContent = `t = ${now.toFixed(3)} of ${LAST.toFixed(3)} s`;
}
function go(time) { now = Math.min(Math.max(time, longest.time[0]), LAST); show(); }
function pause() { playing = false; button.textContent = "▶"; }
function play() {
  if (now >= LAST - 1e-9) now = longest.time[0];
  playing = true; before = performance.now(); button.textContent = "❚❚"; requestAnimationFrame(tick);
}
function tick(at) {
  if (!playing) return;
  go(now + Math.max(0, at - before) / 1e3 * Number(document.getElementById("speed").value));
  before = at;
  if (now >= LAST) pause(); else requestAnimationFrame(tick);
}
const stepBy = (n) => { pause(); go(longest.time[Math.min(Math.max(place() + n, 0), longest.time.length - 1)]); };
button.onclick = () => (playing ? pause() : play());
document.getElementById("back").onclick = () => stepBy(-1);
document.getElementById("next").onclick = () => stepBy(1);
document.getElementById("loads").onchange = show;
slider.oninput = () => { pause(); go(longest.time[slider.value]); };
window.addEventListener("resize", show);
window.addEventListener("keydown", (e) => {
  if (e.target.tagName === "SELECT") return;
  const keys = { " ": () => (playing ? pause() : play()), ArrowRight: () => stepBy(1), ArrowLeft: () => stepBy(-1), Home: () => go(0), End: () => go(LAST) };
  if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
});
// A link to a moment: run.html#t=1.2
const moment = () => go(Number((/t=([0-9.]+)/.exec(location.hash) || [0, now])[1]));
window.addEventListener("hashchange", moment);
moment();
