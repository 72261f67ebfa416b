//! Hostile documents: each gets an answer, and none costs the server more than that.

use super::client::{Server, saying};

/// The scale of the recipes: large enough to take effect, small enough for many of them.
const SCALE: f64 = 0.05;

#[test]
fn every_hostile_document_gets_an_answer() {
    let server = Server::start(&["--time-limit", "5"]);
    let good = saying(&["good"]);
    for (number, recipe) in pdftract_testkit::hostile::all().iter().enumerate() {
        let body = recipe.generate(SCALE);
        let path = ["/v1/text", "/v1/json", "/v1/check", "/tika/text", "/v1/markdown"][number % 5];
        let answer = server.put(path, &body);
        assert!(matches!(answer.status, 200 | 413 | 422 | 423 | 504), "{}: {}", recipe.name, answer.text());
        if answer.status != 200 {
            assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{}", recipe.name);
        }
    }
    assert_eq!(server.put("/v1/text", &good).text(), "good\n");
    assert_eq!(server.workers().len(), 1);
}
