//! throwaway
use std::time::Instant;
fn main() {
    let files: Vec<Vec<u8>> = std::fs::read_dir("/work/shared/bench/corpus/pdf")
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| !p.to_string_lossy().contains("acsploit") && !p.to_string_lossy().contains("exponential"))
        .map(|p| std::fs::read(p).unwrap())
        .collect();
    let o = pdftract::Options::default();
    let mode=std::env::args().nth(1).unwrap_or_default(); let mut tok=0; let mut n=0usize;
 let _t=Instant::now();
 for f in &files { match mode.as_str() { "floor" => { if let Ok(d)=pdftract::File::open(f.clone(), &o) { for p in d.pages() { tok+=pdftract::bench_support::count_tokens(&p.content()); } } }
  "glyphs" => { if let Ok(d)=pdftract::Document::open(f.clone(), &o) { for p in d.pages() { n+=p.glyphs.len(); } } }
  "open" => { if let Ok(d)=pdftract::File::open(f.clone(), &o) { n+=d.page_count(); } } _ => {} } }
 println!("{mode} {tok} {n}");
}
