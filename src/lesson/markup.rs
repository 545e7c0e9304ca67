//! Formulas in the texts of lessons: a little TeX between dollar signs, as Unicode.

/// Commands of TeX that are one character or a few.
const COMMANDS: [(&str, &str); 62] = [
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("varepsilon", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("phi", "φ"),
    ("varphi", "φ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("Gamma", "Γ"),
    ("Delta", "Δ"),
    ("Theta", "Θ"),
    ("Lambda", "Λ"),
    ("Sigma", "Σ"),
    ("Phi", "Φ"),
    ("Psi", "Ψ"),
    ("Omega", "Ω"),
    ("ge", "≥"),
    ("geq", "≥"),
    ("le", "≤"),
    ("leq", "≤"),
    ("ne", "≠"),
    ("neq", "≠"),
    ("approx", "≈"),
    ("sim", "~"),
    ("cdot", "·"),
    ("times", "×"),
    ("pm", "±"),
    ("to", "→"),
    ("infty", "∞"),
    ("perp", "⊥"),
    ("in", "∈"),
    ("sum", "∑"),
    ("int", "∫"),
    ("partial", "∂"),
    ("sqrt", "√"),
    ("circ", "°"),
    ("ell", "ℓ"),
    ("ll", "≪"),
    ("gg", "≫"),
    ("lor", "∨"),
    ("land", "∧"),
    ("dots", "…"),
    ("ldots", "…"),
    ("quad", "  "),
    ("left", ""),
    ("right", ""),
    ("mathrm", ""),
];

/// Characters that can be raised, and what they are then.
const RAISED: &str = "0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻=⁼(⁽)⁾nⁿiⁱTᵀ";

/// Characters that can be lowered.
const LOWERED: &str = "0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋=₌(₍)₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓ";

/// Between spaces.
const RELATIONS: &str = "=<>≤≥≈≠→≪≫∈∧∨";

/// The text with the formulas between dollar signs put into Unicode and italics; `\$` is a dollar sign. A dollar sign that has no other is
/// left as it is.
pub fn with_formulas(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(at) = rest.find('$') {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        if let Some(before) = before.strip_suffix('\\') {
            out.push_str(before);
            out.push('$');
            rest = after;
            continue;
        }
        let Some(end) = after.find('$') else { break };
        out.push_str(before);
        out.push_str(&in_italics(&spaced(&formula(after[..end].trim()))));
        rest = &after[end + 1..];
    }
    out.push_str(rest);
    out
}

/// Relations stand apart from what they relate, however the formula was typed.
fn spaced(formula: &str) -> String {
    let apart = formula.chars().map(|c| if RELATIONS.contains(c) { format!(" {c} ") } else { c.to_string() });
    apart.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// As Markdown has italics; what would be a mark there is none.
fn in_italics(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().chars() {
        if matches!(c, '*' | '_' | '`' | '[' | ']' | '<' | '>' | '#' | '|' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    if out.is_empty() { out } else { format!("*{out}*") }
}

/// A formula in Unicode. What has no character of its own stays as it was written.
fn formula(tex: &str) -> String {
    let mut out = String::new();
    let mut rest = tex;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let name: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
                rest = &rest[name.len()..];
                if name.is_empty() {
                    // A space, a brace.
                    if let Some(other) = rest.chars().next() {
                        rest = &rest[other.len_utf8()..];
                        out.push(if matches!(other, ',' | ';' | ':' | '!') { ' ' } else { other });
                    }
                    continue;
                }
                match COMMANDS.iter().find(|(known, _)| *known == name) {
                    Some((_, unicode)) => out.push_str(unicode),
                    // `\tan`, and what is not known.
                    None => {
                        out.push_str(&name);
                        if rest.starts_with('\\') || rest.starts_with(char::is_alphanumeric) {
                            out.push(' ');
                        }
                    }
                }
            }
            '^' | '_' => {
                let part;
                (part, rest) = group(rest);
                out.push_str(&shifted(&formula(part), c == '^'));
            }
            '{' | '}' => {}
            other => out.push(other),
        }
    }
    out
}

/// What a raising or lowering takes, and what is behind it.
fn group(text: &str) -> (&str, &str) {
    if let Some(inner) = text.strip_prefix('{') {
        return inner.split_once('}').unwrap_or((inner, ""));
    }
    let end = match text.strip_prefix('\\') {
        Some(name) => 1 + name.chars().take_while(char::is_ascii_alphabetic).count(),
        None => text.chars().next().map_or(0, char::len_utf8),
    };
    text.split_at(end)
}

/// A text raised or lowered, or with a mark in front where Unicode has not all of it.
fn shifted(text: &str, up: bool) -> String {
    let table: Vec<char> = (if up { RAISED } else { LOWERED }).chars().collect();
    let of = |c: char| table.chunks(2).find(|pair| pair[0] == c).map(|pair| pair[1]);
    let all: Option<String> = text.replace('−', "-").chars().map(of).collect();
    all.unwrap_or_else(|| {
        let mark = if up { '^' } else { '_' };
        if text.chars().count() > 1 { format!("{mark}({text})") } else { format!("{mark}{text}") }
    })
}
