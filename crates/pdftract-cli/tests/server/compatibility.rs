//! Requests as clients of Apache Tika and Open WebUI send them.

use super::client::{Server, sample, saying};

#[test]
fn tika_clients_get_text_html_and_metadata() {
    let server = Server::start(&[]);
    let body = sample("hello.pdf");
    assert!(server.get("/tika").text().starts_with("This is "));
    assert!(server.get("/version").text().starts_with("pdftract "));
    let put = |path: &str, accept: &str| server.send("PUT", path, &[("Accept", accept)], &body);
    assert!(put("/tika", "text/plain").text().starts_with("Hello, reader!"));
    assert!(put("/tika", "*/*").text().starts_with("Hello, reader!"));
    assert!(put("/tika", "text/html").text().contains("<div class=\"page\"><p>Hello, reader!</p>"));
    let json = put("/tika", "application/json").json();
    assert_eq!(
        (json["Content-Type"].as_str(), json["xmpTPg:NPages"].as_str()),
        (Some("application/pdf"), Some("1"))
    );
    assert!(json["X-TIKA:content"].as_str().unwrap().contains("<p>Hello, reader!</p>"));
    // Open WebUI reads X-TIKA:content of /tika/text.
    assert!(
        put("/tika/text", "*/*").json()["X-TIKA:content"].as_str().unwrap().starts_with("Hello, reader!")
    );
    // tika-python reads a list of /rmeta/text.
    let list = put("/rmeta/text", "application/json").json();
    assert_eq!(list[0]["dc:title"], "Hello");
    assert!(list[0]["X-TIKA:content"].as_str().unwrap().starts_with("Hello, reader!"));
    assert!(put("/rmeta/ignore", "*/*").json()[0].get("X-TIKA:content").is_none());
    assert!(put("/meta", "text/csv").text().contains("\"dc:title\",\"Hello\""));
    assert_eq!(put("/meta", "application/json").json()["pdf:PDFVersion"], "1.7");
    assert_eq!(put("/detect/stream", "*/*").text(), "application/pdf");
}

#[test]
fn open_webui_gets_a_document_for_each_page() {
    let server = Server::start(&[]);
    let headers = [("X-Filename", "report.pdf"), ("Content-Type", "application/pdf")];
    let answer = server.send("PUT", "/process", &headers, &saying(&["one", "two"])).json();
    let pages: Vec<&str> =
        answer.as_array().unwrap().iter().map(|page| page["page_content"].as_str().unwrap()).collect();
    assert_eq!(pages, ["one", "two"]);
    assert_eq!(answer[1]["metadata"]["source"], "report.pdf");
    assert_eq!(
        (answer[1]["metadata"]["page"].as_u64(), answer[1]["metadata"]["total_pages"].as_u64()),
        (Some(1), Some(2))
    );
    server.put("/process", &sample("scan.pdf")).assert_problem(422, "unreadable");
}
