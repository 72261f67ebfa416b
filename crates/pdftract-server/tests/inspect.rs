//! The routes of the inspector, over real sockets: token, host, headers, answers, mistakes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod inspect_fixtures;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;

use inspect_fixtures::{MARKUP, hidden_text, hostile, many_pages, two_versions, unknown_glyph};
use pdftract::{Input, Options};
use pdftract_server::inspect::{Against, Inspection, Inspector};
use serde_json::Value;

/// A running inspector, which ends with the test.
struct Server {
    address: String,
    token: String,
    folder: tempfile::TempDir,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
}

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Server {
    fn start(bytes: Vec<u8>) -> Self {
        Self::comparing(bytes, None)
    }

    fn against(bytes: Vec<u8>, json: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other.json");
        std::fs::write(&path, json).unwrap();
        Self::comparing(bytes, Some(Against::new(&path, None).unwrap()))
    }

    fn comparing(bytes: Vec<u8>, against: Option<Against>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let inspection = Inspection {
            input: Input::from(bytes),
            options: Options::default(),
            name: "folder/report.pdf".into(),
            renderer: None,
            font_map: folder.path().join("map.toml"),
            against,
            port: 0,
        };
        let inspector = Inspector::start(inspection).unwrap();
        let url = inspector.url();
        let (address, token) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let (address, token) = (address.to_owned(), token.trim_end_matches('/').to_owned());
        let (stop, stopped) = tokio::sync::oneshot::channel();
        std::thread::spawn(move || inspector.serve(async { drop(stopped.await) }));
        Self { address, token, folder, stop: Some(stop) }
    }

    fn font_map(&self) -> PathBuf {
        self.folder.path().join("map.toml")
    }

    fn raw(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head, body: bytes[end + 4..].to_vec() }
    }

    fn with(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            body.len()
        ))
    }

    fn get(&self, path: &str) -> Answer {
        let host = format!("Host: {}\r\n", self.address);
        self.with("GET", &format!("/{}/{path}", self.token), &host, "")
    }

    fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = format!("Host: {}\r\nContent-Type: application/json\r\n", self.address);
        self.with("POST", &format!("/{}/{path}", self.token), &headers, &body.to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.take().map(|stop| stop.send(()));
    }
}

#[test]
fn nothing_is_answered_without_the_token() {
    let server = Server::start(hidden_text());
    assert_eq!(server.get("").status, 200);
    let host = format!("Host: {}\r\n", server.address);
    let token = &server.token;
    let shorter = &token[..token.len() - 1];
    let paths =
        ["/".into(), "/api/document".into(), format!("/{shorter}/"), format!("/{token}x/api/document")];
    let wrong = format!("/{}/api/page/1", "0".repeat(token.len()));
    for path in paths.into_iter().chain([wrong, format!("//{token}/"), format!("/x/{token}/")]) {
        let answer = server.with("GET", &path, &host, "");
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.text().contains(token.as_str()), "{path}");
    }
}

#[test]
fn other_hosts_and_origins_are_refused() {
    let server = Server::start(hidden_text());
    let (path, port) =
        (format!("/{}/api/document", server.token), server.address.rsplit(':').next().unwrap());
    let status = |headers: &str| server.with("GET", &path, headers, "").status;
    assert_eq!(status(&format!("Host: localhost:{port}\r\n")), 200);
    assert_eq!(status(&format!("Host: evil.example:{port}\r\n")), 421);
    assert_eq!(status("Host: 127.0.0.1\r\n"), 421, "another port");
    assert_eq!(status(&format!("Host: {}\r\nOrigin: http://evil.example\r\n", server.address)), 403);
    assert_eq!(status(&format!("Host: {}\r\nOrigin: null\r\n", server.address)), 403);
    let own = format!("Host: {0}\r\nOrigin: http://{0}\r\n", server.address);
    let answer = server.with("GET", &path, &own, "");
    assert_eq!(answer.status, 200);
    assert!(!answer.head.contains("access-control"), "no other page may read: {}", answer.head);
}

#[test]
fn every_answer_forbids_other_resources() {
    let server = Server::start(hidden_text());
    for path in [
        "",
        "app.js",
        "style.css",
        "api/document",
        "api/page/1",
        "api/page/9",
        "nothing",
        "api/page/1/export",
    ] {
        let answer = server.get(path);
        for header in [
            "content-security-policy: default-src 'self';",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
            "frame-ancestors 'none'",
        ] {
            assert!(answer.head.contains(header), "{path}: {header} is missing in {}", answer.head);
        }
    }
    // The page itself needs nothing that the policy forbids.
    let page = server.get("").text();
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains(" style="), "{page}");
}

#[test]
fn mistakes_are_answered_with_a_reason() {
    let server = Server::start(hidden_text());
    for (path, status) in [
        ("api/page/0", 404),
        ("api/page/2", 404),
        ("api/page/18446744073709551615", 404),
        ("api/page/18446744073709551616", 400),
        ("api/page/-1", 400),
        ("api/page/x/picture", 400),
        ("api/page/1/explain", 400),
        ("api/page/1/explain?x=-9&y=-9", 404),
        ("api/page/1/explain?x=nan&y=1", 404),
        ("api/page/1/explain?glyph=99999", 404),
        ("api/page/1/compare", 404),
        ("api/search?q=", 400),
        ("..%2f..%2fetc%2fpasswd", 404),
        ("api/scores?from=99999999&count=99999999", 200),
    ] {
        assert_eq!(server.get(path).status, status, "{path}: {}", server.get(path).text());
    }
    let host = format!("Host: {}\r\n", server.address);
    let path = format!("/{}/api/teach", server.token);
    assert_eq!(server.with("POST", &path, &host, "{}").status, 405, "a form cannot send JSON");
    assert_eq!(server.with("DELETE", &path, &host, "").status, 405);
    assert_eq!(server.post("api/teach", &serde_json::json!({})).status, 422);
    assert_eq!(server.post("api/teach", &serde_json::json!({ "font": "x".repeat(20_000) })).status, 413);
}

#[test]
fn a_page_has_its_boxes_text_and_markdown() {
    let server = Server::start(many_pages(2));
    let page = server.get("api/page/2").json();
    assert_eq!((page["page_number"].as_u64(), page["width"].as_f64()), (Some(2), Some(612.0)));
    let blocks = page["blocks"].as_array().unwrap();
    assert!(blocks[0]["text"].as_str().unwrap().starts_with("Chapter 2"), "{}", blocks[0]);
    assert_eq!(blocks[0]["words"].as_array().unwrap().len(), 2);
    assert!(page["markdown"].as_str().unwrap().contains("harbour"));
    assert!(!page["markdown_blocks"].as_array().unwrap().is_empty());
    let picture = server.get("api/page/2/picture?dpi=40");
    assert!(picture.body.starts_with(b"\x89PNG"), "{}", picture.head);
    assert!(picture.head.contains("content-type: image/png"));
    let found = server.get("api/search?q=chapter%202").json();
    assert_eq!(found["matches"][0]["page_index"], 1);
    assert_eq!(found["next"], Value::Null);
}

#[test]
fn hidden_glyphs_are_listed_and_explained() {
    let server = Server::start(hidden_text());
    let glyphs = server.get("api/page/1/glyphs").json();
    let count =
        |name: &str| glyphs["visibility"].as_array().unwrap().iter().filter(|one| *one == name).count();
    assert_eq!((count("visible"), count("invisible_mode")), (18, 18));
    let glyph = server.get("api/page/1/explain?glyph=0").json();
    assert_eq!(glyph["text"], "V");
    let [x, y] = [0, 1].map(|edge| {
        f64::midpoint(glyph["bbox"][edge].as_f64().unwrap(), glyph["bbox"][edge + 2].as_f64().unwrap())
    });
    let at = server.get(&format!("api/page/1/explain?x={x}&y={y}")).json();
    assert_eq!((&at["glyph"], &at["code"]), (&Value::from(0), &Value::from("0x56")));
    let verdicts: Vec<_> =
        at["rungs"].as_array().unwrap().iter().map(|rung| rung["verdict"].as_str().unwrap()).collect();
    assert!(verdicts.contains(&"answered"), "{verdicts:?}");
}

#[test]
fn a_taught_glyph_changes_the_text_at_once() {
    let server = Server::start(unknown_glyph());
    let unknown = server.get("api/page/1/unknown").json();
    let glyph = &unknown["glyphs"][0];
    assert_eq!((glyph["code"].as_str(), glyph["name"].as_str()), (Some("0x61"), Some("g1")), "{unknown}");
    let text =
        |server: &Server| server.get("api/page/1").json()["blocks"][0]["text"].as_str().unwrap().to_owned();
    assert!(!text(&server).contains("nineteen"), "{}", text(&server));
    let lesson = serde_json::json!({
        "font": glyph["font"], "fingerprint": glyph["fingerprint"], "code": glyph["code"], "text": "nineteen",
    });
    let done = server.post("api/teach", &lesson);
    assert_eq!((done.status, done.json()["taught"].as_u64()), (200, Some(1)), "{}", done.text());
    assert!(text(&server).contains("weighed nineteen pounds"), "{}", text(&server));
    assert!(server.get("api/page/1/unknown").json()["glyphs"].as_array().unwrap().is_empty());
    let map = std::fs::read(server.font_map()).unwrap();
    let map = pdftract::FontMap::read(&map).unwrap();
    assert_eq!(map.rules[0].codes[&0x61], "nineteen");
    let wrong = serde_json::json!({ "font": "A", "code": "0x61\"", "text": "a" });
    assert_eq!(server.post("api/teach", &wrong).status, 400);
}

#[test]
fn markup_in_a_document_stays_data() {
    let server = Server::start(hostile());
    for path in ["api/page/1", "api/facts", "api/page/1/fonts", "api/page/1/explain?glyph=0", "api/document"]
    {
        let answer = server.get(path);
        assert!(answer.head.contains("content-type: application/json"), "{path}: {}", answer.head);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
    assert!(server.get("api/facts").json().to_string().contains("onerror"), "the fixture has its title");
    let page = server.get("api/page/1/export");
    assert!(page.head.contains("content-disposition: attachment; filename=\"page-1.html\""), "{}", page.head);
    let html = page.text();
    assert!(html.contains("&lt;script&gt;"), "the text is in it");
    assert!(
        !html.contains(MARKUP) && !html.contains("<script") && !html.contains("onerror=window.hacked=1>"),
        "{html}"
    );
}

#[test]
fn an_anonymous_export_has_other_words() {
    let server = Server::start(many_pages(1));
    let plain = server.get("api/page/1/export").text();
    assert!(plain.contains("harbour") && plain.contains("report.pdf"));
    let anonymous = server.get("api/page/1/export?anonymous=true").text();
    assert!(anonymous.contains("<table>") && anonymous.contains("data:image/png;base64,"));
    for word in ["harbour", "Chapter", "report.pdf"] {
        assert!(!anonymous.contains(word), "{word} is still there");
    }
}

#[test]
fn another_result_is_compared_word_by_word() {
    let json = r#"{"pages":[{"page_index":0,"blocks":[{"text":"Visible bird here"}]}]}"#;
    let server = Server::against(hidden_text(), json);
    assert_eq!(server.get("api/document").json()["against"], "other.json");
    let compared = server.get("api/page/1/compare").json();
    let counts = ["same", "only_ours", "only_theirs"].map(|name| compared[name].as_u64().unwrap());
    assert_eq!(counts, [2, 1, 1], "{compared}");
    assert!(compared.to_string().contains("bird"));
}

#[test]
fn the_page_of_another_version_is_found_where_it_moved() {
    let [old, new] = two_versions();
    let other = Against::pdf("old.pdf".into(), Input::from(old), &Options::default(), None).unwrap();
    let server = Server::comparing(new, Some(other));
    let compared = server.get("api/page/2/compare").json();
    assert_eq!(compared["beside"]["page_number"], 1);
    assert_eq!(compared["beside"]["width"], 612.0);
    let theirs = compared["parts"].as_array().unwrap().iter().find(|part| part["kind"] == "theirs").unwrap();
    assert_eq!(theirs["words"][0]["t"], "Tuesday");
    assert_eq!(theirs["words"][0]["b"].as_array().unwrap().len(), 4);
    assert_eq!((&compared["only_ours"], &compared["only_theirs"]), (&1.into(), &1.into()));
    assert_eq!(server.get("api/other/2/picture").status, 404, "the old version has one page");
}

#[test]
fn all_pages_are_scored_in_the_background() {
    let server = Server::start(many_pages(3));
    let end = std::time::Instant::now() + std::time::Duration::from_secs(20);
    loop {
        let scores = server.get("api/scores").json();
        if scores["done"] == 3 {
            assert_eq!(scores["scores"].as_array().unwrap().len(), 3);
            assert!(scores["scores"][2]["score"].as_f64().unwrap() > 0.5, "{scores}");
            break;
        }
        assert!(std::time::Instant::now() < end, "{scores}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
