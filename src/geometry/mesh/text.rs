//! The text of OBJ and STL files before a library reads it: what programs write beyond the format is taken out, and what is wrong is
//! said with its line.

use crate::quote::{brief, counted};

/// The lines of an OBJ text that make its shape: vertices without colours, faces without textures and normals, and where objects begin.
/// A byte order mark, letters of other encodings in comments, lines continued with `\` and colours of some vertices are no mistakes.
///
/// # Errors
/// The first line that is wrong, and what would be right.
pub(super) fn clean_obj(bytes: &[u8]) -> Result<String, String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let lines = || Lines { rest: text, number: 0 };
    let all = lines().filter(|(_, line)| line.split_whitespace().next() == Some("v")).count();
    let (mut out, mut vertices) = (String::with_capacity(text.len()), 0);
    for (number, line) in lines() {
        let wrong = |what: String| Err(format!("line {number}: {what}"));
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
        let Some(keyword) = words.next() else { continue };
        match keyword {
            "v" => {
                let numbers: Vec<&str> = words.collect();
                let first = numbers.get(..3).unwrap_or_default();
                if first.len() < 3 || !first.iter().all(|word| word.parse::<f32>().is_ok_and(f32::is_finite))
                {
                    return wrong("a vertex is three numbers, `v x y z`".to_owned());
                }
                vertices += 1;
                // A fourth number is a weight; more than four are a colour.
                let kept = if numbers.len() == 4 { &numbers[..] } else { first };
                out += &format!("v {}\n", kept.join(" "));
            }
            "f" | "l" => {
                out += keyword;
                for word in words {
                    let vertex = word.split('/').next().unwrap_or_default();
                    let Ok(index) = vertex.parse::<i64>() else {
                        return wrong(format!(
                            "`{}` is no number of a vertex; a face is `f 1 2 3`",
                            brief(word)
                        ));
                    };
                    // Negative ones count back from the last vertex before the face.
                    if !(-vertices..=all as i64).contains(&index) || index == 0 {
                        let there = counted(all, "vertex", "vertices");
                        return wrong(format!(
                            "a face names vertex {index}; the file has {there}, counted from 1"
                        ));
                    }
                    out += &format!(" {vertex}");
                }
                out.push('\n');
            }
            "o" | "g" => out += "o part\n",
            _ => {}
        }
    }
    Ok(out)
}

/// Lines with the number of their first, those continued with `\` as one.
struct Lines<'a> {
    rest: &'a str,
    number: usize,
}

impl Iterator for Lines<'_> {
    type Item = (usize, String);

    fn next(&mut self) -> Option<Self::Item> {
        let (mut line, mut first) = (String::new(), None);
        while !self.rest.is_empty() {
            let (next, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
            self.rest = rest;
            self.number += 1;
            first.get_or_insert(self.number);
            match next.trim_end().strip_suffix('\\') {
                Some(part) if !line.contains('#') && !part.contains('#') => line.extend([part, " "]),
                _ => {
                    line += next;
                    break;
                }
            }
        }
        first.map(|number| (number, line))
    }
}

/// What is wrong with an STL file that the library does not read.
pub(super) fn wrong_stl(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "it is empty".to_owned();
    }
    if bytes.starts_with(b"solid") && std::str::from_utf8(bytes).is_ok() {
        return wrong_stl_text(&String::from_utf8_lossy(bytes));
    }
    let Some(head) = bytes.get(80..84).and_then(|count| <[u8; 4]>::try_from(count).ok()) else {
        return "it ends within its head of 84 bytes, and is no text that begins with `solid`".to_owned();
    };
    let (count, body) = (u32::from_le_bytes(head), bytes.len() - 84);
    if body as u64 / 50 < u64::from(count) {
        return format!("its head says {count} triangles, and it ends after {}", body / 50);
    }
    "a triangle has a number that is infinite or none".to_owned()
}

/// The first line that is not what an STL text has there.
fn wrong_stl_text(text: &str) -> String {
    const FACET: [&str; 7] = [
        "facet normal x y z",
        "outer loop",
        "vertex x y z",
        "vertex x y z",
        "vertex x y z",
        "endloop",
        "endfacet",
    ];
    let lines =
        text.lines().enumerate().skip(1).map(|(k, line)| (k + 1, line)).filter(|(_, l)| !l.trim().is_empty());
    let mut at = 0;
    for (number, line) in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let wanted: Vec<&str> = FACET[at].split(' ').collect();
        if at == 0 && words[0].eq_ignore_ascii_case("endsolid") {
            return format!("line {number}: nothing is wrong up to `endsolid`, which must end the file");
        }
        let right = words.len() == wanted.len()
            && words.iter().zip(&wanted).all(|(word, wanted)| match *wanted {
                "x" | "y" | "z" => word.parse::<f32>().is_ok_and(f32::is_finite),
                keyword => word.eq_ignore_ascii_case(keyword),
            });
        if !right {
            return format!("line {number}: `{}` stands where `{}` should", brief(line.trim()), FACET[at]);
        }
        at = (at + 1) % FACET.len();
    }
    let next = if at == 0 { "endsolid" } else { FACET[at] };
    format!("the text ends where `{next}` should stand")
}

#[cfg(test)]
mod tests {
    use crate::geometry::mesh::{parse_obj, parse_stl};

    const CUBE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

    #[test]
    fn what_programs_write_into_obj_files_is_read() {
        let plain = parse_obj(CUBE.as_bytes()).unwrap();
        let marked = [b"\xef\xbb\xbf", CUBE.as_bytes()].concat();
        let latin = [b"# made by Ren\xe9\n", CUBE.as_bytes(), b"# \xe9 \\\n"].concat();
        let coloured = CUBE.replacen("v 0 0 0", "v 0 0 0 0.5 0.5 0.5", 1);
        let continued = CUBE.replace("f 4 3 2 1", "f 4 3 \\\n2 1").replace("v 1 0 0", "v 1 \\\r\n 0 0");
        let textured =
            CUBE.replace("f 4 3 2 1", "vt 0 0\nvn 0 0 1\ng side\nusemtl red\nf 4/1/1 3//1 2/1 1 # a side");
        for bytes in [marked, latin, coloured.into_bytes(), continued.into_bytes()] {
            assert_eq!(parse_obj(&bytes).unwrap(), plain, "{}", String::from_utf8_lossy(&bytes));
        }
        assert_eq!(parse_obj(textured.as_bytes()).unwrap().triangles.len(), 12);
        assert_eq!(parse_obj(CUBE.replace("f 4 3 2 1", "f -5 -6 -7 -8").as_bytes()).unwrap(), plain);
    }

    #[test]
    fn what_is_wrong_with_a_mesh_has_its_line() {
        for (text, wanted) in [
            ("v 1 2 x\n", "line 1: a vertex is three numbers, `v x y z`"),
            ("v 1 2\n", "line 1: a vertex is three numbers"),
            ("v 1 2 3\n\nf 1 2 3\n", "line 3: a face names vertex 2; the file has 1 vertex, counted from 1"),
            ("v 1 2 3\nf 1 a 3\n", "line 2: `a` is no number of a vertex; a face is `f 1 2 3`"),
            ("v 1 2 3\nf 0 0 0\n", "line 2: a face names vertex 0;"),
            ("v 1 2 3\nf 1 \\\n-2 1\n", "line 2: a face names vertex -2;"),
            ("", "it has no triangles"),
        ] {
            let said = parse_obj(text.as_bytes()).unwrap_err();
            assert!(said.starts_with(wanted), "{text}: {said}");
        }
        let head = [&[0; 80][..], &[3, 0, 0, 0], &[0; 60]].concat();
        let facet = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n";
        for (bytes, wanted) in [
            (Vec::new(), "it is empty"),
            (vec![0; 20], "it ends within its head of 84 bytes"),
            (head, "its head says 3 triangles, and it ends after 1"),
            (facet.as_bytes().to_vec(), "the text ends where `vertex x y z` should stand"),
            (
                format!("{facet}vertex 1 y 0\n").into_bytes(),
                "line 6: `vertex 1 y 0` stands where `vertex x y z` should",
            ),
            (
                b"solid\n facet nonsense".to_vec(),
                "line 2: `facet nonsense` stands where `facet normal x y z` should",
            ),
            (b"solid a\n".to_vec(), "the text ends where `endsolid` should stand"),
        ] {
            let said = parse_stl(&bytes).unwrap_err();
            assert!(said.starts_with(wanted), "{}: {said}", String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn a_solid_without_a_name_is_a_text() {
        let facet = |a: &str, b: &str, c: &str| {
            format!("facet normal 0 0 0\nouter loop\nvertex {a}\nvertex {b}\nvertex {c}\nendloop\nendfacet\n")
        };
        let text = format!("solid\n{}endsolid\n", facet("0 0 0", "1 0 0", "0 1 0"));
        assert_eq!(parse_stl(text.as_bytes()).unwrap().triangles.len(), 1);
    }
}
