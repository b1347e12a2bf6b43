//! Uploads to send: a client of a visitor, and files made on the spot.

use crate::client::{Client, RequestBuilder};
use crate::import::records;
use crate::server::import;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use image::codecs::gif::GifEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::metadata::Orientation;
use image::{Frame, ImageEncoder, Rgb, RgbImage, RgbaImage};
use reqwest::Response;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;

/// What the metadata of [`photo`] say about the place.
pub(crate) const PLACE: &[u8] = b"GPS 41.0082N 28.9784E";

/// Imports [`files_flow`].
pub(crate) fn import_files_flow(data: &Path) {
    import(files_flow().path(), data);
}

/// Returns a folder with the node `files` and the flow `files`: a `receipt` of several files, a `screen` and a `why`, whose answer `chat`
/// opens one. The node `signed` needs signed links, `closed` takes nothing.
pub(crate) fn files_flow() -> TempDir {
    let question = |id: &str, style: &str| {
        json!({"id": format!("e-{id}"), "type": "question",
            "question": {"id": id, "key": id, "style": style, "body": {"en": id}, "isMultiSelect": style == "file",
                "maxResponseLength": if style == "text" { json!(1_000_000) } else { Value::Null }}})
    };
    let flow = json!({
        "id": "files", "languages": [{"id": "l-en", "code": "en", "name": "English"}],
        "states": [
            {"id": "start", "isInitialState": true, "nextStateId": "thanks", "elements": [
                question("receipt", "file"), question("screen", "screenshot"), question("why", "text"),
                {"id": "e-submit", "type": "submit", "body": {"en": "Send"}}]},
            {"id": "thanks", "style": "thank_you", "elements": []},
            {"id": "talk", "style": "chat", "elements": []},
        ],
        "transitions": [{"fromStateId": "start", "toStateId": "talk",
            "rules": [{"elementId": "e-why", "operator": "equal", "value": "chat"}]}],
    });
    let key = std::fs::read_to_string(format!("{}/keys/ed25519.pub.pem", crate::server::RECORDS)).unwrap();
    let signed = json!({"id": "signed", "flow_id": "files", "use_signature_verify": true, "public_key": key});
    let files = [
        ("flows/files.json", flow.to_string()),
        (
            "nodes/files.json",
            json!({"id": "files", "flow_id": "files"}).to_string(),
        ),
        (
            "nodes/other.json",
            json!({"id": "other", "flow_id": "files"}).to_string(),
        ),
        ("nodes/signed.json", signed.to_string()),
        (
            "nodes/closed.json",
            json!({"id": "closed", "flow_id": "files", "status": "inactive"}).to_string(),
        ),
    ];
    let files: Vec<_> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    records(&files)
}

/// A visitor of the node `files`.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) client: Client,
    pub(crate) address: String,
    pub(crate) device: String,
}

impl Visitor {
    pub(crate) fn new(client: &Client, address: &str, device: &str) -> Self {
        Self {
            client: client.clone(),
            address: address.to_owned(),
            device: device.to_owned(),
        }
    }

    /// Prepares an upload to this question.
    pub(crate) fn upload(&self, question: &str, name: &str, file: Vec<u8>) -> RequestBuilder {
        self.upload_to(
            &format!("/v1/attachments?node_id=files&question_id={question}"),
            name,
            file,
        )
    }

    /// Prepares an upload to a path with its parameters.
    pub(crate) fn upload_to(&self, path: &str, name: &str, file: Vec<u8>) -> RequestBuilder {
        // The server must not believe what the client says about the type.
        let part = Part::bytes(file)
            .file_name(name.to_owned())
            .mime_str("image/png")
            .unwrap();
        self.client
            .post(format!("{}{path}", self.address))
            .header("X-Device-Id", &self.device)
            .multipart(Form::new().part("file", part))
    }

    /// Uploads a small image to the question `receipt`, and returns the id.
    pub(crate) async fn uploaded(&self) -> String {
        let response = self.upload("receipt", "a.png", png()).send().await.unwrap();
        id_of(response).await
    }

    /// Prepares a feedback with these uploads as `receipt`.
    pub(crate) fn submit(&self, uploads: &[&str]) -> RequestBuilder {
        let items = uploads
            .iter()
            .map(|id| json!({"question_id": "receipt", "active_storage_blob_id": id}));
        self.submit_items(items.collect(), uploads)
    }

    pub(crate) fn submit_items(&self, items: Value, attachment_ids: &[&str]) -> RequestBuilder {
        self.client
            .post(format!("{}/v1/feedbacks", self.address))
            .json(&json!({
                "device_id": self.device, "node_id": "files", "flow_id": "files",
                "responses": items, "attachment_ids": attachment_ids,
            }))
    }

    /// Prepares the question whether an upload can be named.
    pub(crate) fn find(&self, id: &str) -> RequestBuilder {
        self.client
            .get(format!("{}/v1/attachments/{id}", self.address))
            .header("X-Device-Id", &self.device)
    }

    pub(crate) fn remove(&self, id: &str) -> RequestBuilder {
        self.client
            .delete(format!("{}/v1/attachments/{id}", self.address))
            .header("X-Device-Id", &self.device)
    }
}

/// Returns the id of an accepted upload.
pub(crate) async fn id_of(response: Response) -> String {
    let status = response.status();
    let answer: Value = response.json().await.unwrap();
    assert_eq!(status, 200, "{answer}");
    answer["id"].as_str().unwrap().to_owned()
}

/// Returns the names of all files in the storage folder of a data folder.
pub(crate) fn stored_files(data: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![data.join("files")];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                names.push(path.file_name().unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    names
}

fn picture() -> RgbImage {
    RgbImage::from_fn(64, 32, |x, y| Rgb([(x * 3) as u8, (y * 7) as u8, 90]))
}

pub(crate) fn png() -> Vec<u8> {
    let mut bytes = Vec::new();
    picture().write_with_encoder(PngEncoder::new(&mut bytes)).unwrap();
    bytes
}

pub(crate) fn webp() -> Vec<u8> {
    let mut bytes = Vec::new();
    picture()
        .write_with_encoder(WebPEncoder::new_lossless(&mut bytes))
        .unwrap();
    bytes
}

pub(crate) fn gif() -> Vec<u8> {
    let mut bytes = Vec::new();
    GifEncoder::new(&mut bytes)
        .encode_frame(Frame::new(RgbaImage::new(8, 8)))
        .unwrap();
    bytes
}

/// A JPEG of 64 by 32 that a camera on its side made at [`PLACE`].
pub(crate) fn photo() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    encoder.set_exif_metadata(exif(Orientation::Rotate90)).unwrap();
    picture().write_with_encoder(encoder).unwrap();
    bytes
}

/// A PDF document with this content.
pub(crate) fn pdf(content: &[u8]) -> Vec<u8> {
    [
        b"%PDF-1.7\n1 0 obj\n<< >>\nendobj\n",
        content,
        b"\nstartxref\n9\n%%EOF\n",
    ]
    .concat()
}

/// A PNG of so many pixels, all of them transparent, that is on its side. The file is small.
pub(crate) fn blank_png(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |name: &[u8], content: &[u8]| {
        let mut checksum = Crc::new();
        checksum.update(name);
        checksum.update(content);
        file.extend(u32::try_from(content.len()).unwrap().to_be_bytes());
        file.extend([name, content].concat());
        file.extend(checksum.sum().to_be_bytes());
    };
    // 8 bits for each channel, color with transparency.
    chunk(
        b"IHDR",
        &[&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat(),
    );
    chunk(b"eXIf", &exif(Orientation::Rotate90));
    let mut pixels = ZlibEncoder::new(Vec::new(), Compression::best());
    let row = vec![0; 1 + 4 * width as usize];
    for _ in 0..height {
        pixels.write_all(&row).unwrap();
    }
    chunk(b"IDAT", &pixels.finish().unwrap());
    chunk(b"IEND", b"");
    file
}

/// Metadata with an orientation and [`PLACE`].
fn exif(orientation: Orientation) -> Vec<u8> {
    let mut exif = b"II*\0\x08\0\0\0\x01\0".to_vec();
    // The orientation, a 16-bit number.
    exif.extend([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation.to_exif(), 0, 0, 0]);
    exif.extend([0; 4]);
    exif.extend(PLACE);
    exif
}
