//! Writes the rows of `family`: one for each file under vectors/.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=vectors");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("vectors");
    let files = files_below(&root);
    assert!(!files.is_empty(), "no vectors in {root:?}: \"npm run packages\" of channelproof writes them");
    let rows: String = files.iter().map(|file| row(&root, file)).collect();
    let rows = format!("match name {{\n{rows}_ => None,\n}}\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("families.rs"), rows).unwrap();
}

fn row(root: &Path, file: &Path) -> String {
    let name = file.strip_prefix(root).unwrap().with_extension("");
    let name = name.to_str().unwrap().replace('\\', "/");
    format!("{name:?} => Some(include_str!({file:?})),\n")
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}
