fn main() {
    let a: Vec<String> = std::env::args().collect();
    let d = pdftract::open(&a[1]).unwrap();
    let i: usize = a[2].parse().unwrap();
    let g = d.glyphs(i - 1).unwrap();
    println!("{} rules {} glyphs", g.rules.len(), g.glyphs.len());
    for r in &g.rules {
        println!("{:.1} {:.1} {:.1} {:.1}", r.x0, r.y0, r.x1, r.y1);
    }
    let l = pdftract::layout::page_layout(&g, &Default::default(), None);
    println!("{} tables", l.tables.len());
    for t in &l.tables {
        println!("{}x{}", t.rows, t.columns);
    }
}
