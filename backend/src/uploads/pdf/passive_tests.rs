//! Documents that do something by themselves, hidden in all ways that readers see through.

use super::active::check;
use crate::uploads::content::ContentError;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

const HEAD: &[u8] = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n";
const END: &[u8] = b"\ntrailer\n<< /Root 1 0 R /Size 9 >>\nstartxref\n9\n%%EOF\n";
const CATALOG: &[u8] = b"1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n";

fn document(body: &[u8]) -> Vec<u8> {
    [HEAD, CATALOG, body, END].concat()
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Returns a stream of objects, of which the first is 11, with more entries.
fn object_stream(entries: &str, objects: &[&str]) -> Vec<u8> {
    let (mut head, mut content) = (String::new(), String::new());
    for (number, object) in (11..).zip(objects) {
        head += &format!("{number} {} ", content.len());
        content += &format!("{object} ");
    }
    packed(
        entries,
        head.len(),
        objects.len(),
        format!("{head}{content}").as_bytes(),
    )
}

fn packed(entries: &str, first: usize, number: usize, content: &[u8]) -> Vec<u8> {
    let bytes = deflated(content);
    let dictionary = format!(
        "10 0 obj\n<< /Type /ObjStm /N {number} /First {first} /Filter /FlateDecode /Length {} {entries} >>\nstream\r\n",
        bytes.len()
    );
    [dictionary.as_bytes(), &bytes, b"\nendstream\nendobj\n"].concat()
}

fn stream(entries: &str, content: &[u8]) -> Vec<u8> {
    let begin = format!("20 0 obj\n<< /Length {} {entries} >>\nstream\n", content.len());
    [begin.as_bytes(), content, b"\nendstream\nendobj\n"].concat()
}

#[test]
fn passive_documents_are_accepted() {
    let noise: Vec<u8> = (0..60_000_u32)
        .map(|number| u8::try_from((number.wrapping_mul(2_654_435_761) >> 13) & 0xFF).unwrap())
        .collect();
    let bodies: Vec<Vec<u8>> = vec![
        Vec::new(),
        // What is only written about it.
        b"3 0 obj << /S /URI /URI (https://example.org/JavaScript) /Title (\\(/Launch /JS \\() >> endobj".to_vec(),
        b"3 0 obj << /Title <2F4A53> >> % /JavaScript\nendobj".to_vec(),
        stream("", b"BT (/JavaScript and /JS) Tj ET"),
        stream("/Filter /FlateDecode", &deflated(b"/JavaScript /Launch")),
        stream("/N 3 /Alternate /DeviceRGB", &noise),
        // Opening it shows a page.
        b"3 0 obj << /OpenAction [2 0 R /Fit] >> endobj".to_vec(),
        b"3 0 obj << /OpenAction << /S /GoTo /D [2 0 R /XYZ null null 0] >> >> endobj".to_vec(),
        b"3 0 obj << /OpenAction 4 0 R >> endobj 4 0 obj << /Type /Action /S /GoTo /D (top) >> endobj".to_vec(),
        b"3 0 obj << /OpenAction 4 0 R >> endobj 4 0 obj [2 0 R /FitH 800] endobj".to_vec(),
        b"3 0 obj << /OpenAction null /Outlines 5 0 R >> endobj".to_vec(),
        b"3 0 obj << /OpenAction (chapter) >> endobj".to_vec(),
        // A table of contents, forms, links.
        b"3 0 obj << /Type /Outlines /First 4 0 R /Last 5 0 R /Count 2 >> endobj".to_vec(),
        b"3 0 obj << /AcroForm << /Fields [4 0 R] >> /A << /S /SubmitForm /F (https://example.org) >> >> endobj".to_vec(),
        // Streams of objects.
        object_stream("", &["<< /Title (/JavaScript) >>", "[1 0 R]", "12", "(text)", "/Name", "<< /A << /S /URI >> >>"]),
        object_stream("/DecodeParms null", &["<< /OpenAction 12 0 R >>", "<< /S /GoTo /D (top) >>"]),
        object_stream("/Extends 9 0 R", &[]),
        packed("", 5, 1, b"11 0 << /A 1 >>"),
        b"10 0 obj << /Type /ObjStm /N 1 /First 5 /Length 12 >>\nstream\n11 0 << /A 1 >>\nendstream\nendobj".to_vec(),
    ];
    for body in bodies {
        let document = document(&body);
        assert_eq!(check(&document), Ok(()), "{}", String::from_utf8_lossy(&body));
    }
}

/// What each of these does, a document must not do, wherever it stands.
const ACTIVE: [&str; 22] = [
    "<< /S /JavaScript /JS (app.alert(1)) >>",
    "<< /S /JavaScript /JS 7 0 R >>",
    "<</S/J#61vaScript/J#53(app.alert(1))>>",
    "<< /S /#4a#61#76#61#53#63#72#69#70#74 >>",
    "<< /S /Rendition /JS (app.alert(1)) >>",
    "<< /Names << /JavaScript 7 0 R >> >>",
    "<< /Names << /EmbeddedFiles 7 0 R >> >>",
    "<< /AA << /O 7 0 R >> >>",
    "<< /Type /Page /A#41 7 0 R >>",
    "<< /S /Launch /F (cmd.exe) >>",
    "<< /S /GoToE /T << /R /C >> >>",
    "<< /Type /Filespec /F (a.exe) /EF << /F 7 0 R >> >>",
    "<< /Type /Annot /Subtype /FileAttachment >>",
    "<< /Type /Annot /Subtype /RichMedia >>",
    "<< /AcroForm << /XFA 7 0 R >> >>",
    "<< /Type /3D /OnInstantiate 7 0 R >>",
    "<< /OpenAction << /S /URI /URI (https://example.org) >> >>",
    "<< /OpenAction << /S /GoTo /D (top) /Next << /S /URI >> >> >>",
    "<< /OpenAction << /S /GoTo /S /URI >> >>",
    "<< /OpenAction << << /S /URI >> /S /GoTo >> >>",
    "<< /OpenAction 99 0 R >>",
    "<< /Open#41ction 1 0 R >>",
];

#[test]
fn active_documents_are_refused_wherever_it_is_hidden() {
    for active in ACTIVE {
        let bodies: Vec<Vec<u8>> = vec![
            format!("3 0 obj\n{active}\nendobj\n").into(),
            format!("3 0 obj{active}").into(),
            // Comments and white space between the words.
            format!("3%(\n0%\n\0obj%<<\r{active}").into(),
            // Where a reader that only looks along the words sees something else, and a table of positions leads there.
            format!("4 0 obj (text 3 0 obj {active} endobj) endobj").into(),
            format!("% 3 0 obj {active} endobj\n").into(),
            format!("4 0 obj << /Unclosed ( >> endobj 3 0 obj {active} endobj").into(),
            stream("", format!("image 3 0 obj {active} endobj data").as_bytes()),
            [
                &b"\xFF\xFE\x80("[..],
                format!("\n3 0 obj {active}").as_bytes(),
                b"\xFF",
            ]
            .concat(),
            // Behind words that end nothing.
            format!("3 0 obj [ << /X endobj /Y ] >> {active} ] endobj").into(),
            format!("3 0 obj << /X {active} >> endobj").into(),
            // Of several versions the last one counts, or the first one.
            format!("3 0 obj {active} endobj\n3 0 obj null endobj").into(),
            format!("trailer << /Root {active} >>").into(),
            // In streams of objects.
            object_stream("", &["<< /A 1 >>", active]),
            object_stream("/Type /XObject", &[active]),
            packed("", 10, 2, format!("11 0 12 5 (text{active}").as_bytes()),
            // The head says that there are more objects than lie before the first one.
            packed("", 5, 2, format!("11 0 12 6 ({active}").as_bytes()),
            // Its checksum is wrong.
            {
                let mut bytes = object_stream("", &[active]);
                let end = bytes.len() - b"\nendstream\nendobj\n".len();
                bytes[end - 1] ^= 0xFF;
                bytes
            },
            format!("10 0 obj << /Type /ObjStm /N 1 /First 5 >>\nstream\n11 0 {active}\nendstream endobj")
                .into(),
        ];
        for body in bodies {
            let document = document(&body);
            assert_eq!(
                check(&document),
                Err(ContentError::ActiveDocument),
                "{}",
                String::from_utf8_lossy(&body)
            );
        }
    }
}

#[test]
fn documents_that_cannot_be_inspected_are_refused() {
    let content = "11 0 << /A 1 >>";
    let hexadecimal: String = content.bytes().map(|byte| format!("{byte:02x}")).collect();
    let unclear = |entries: &str, content: &[u8]| {
        let begin = format!("10 0 obj << {entries} >>\nstream\n");
        [begin.as_bytes(), content, b"\nendstream\nendobj\n"].concat()
    };
    let twice = deflated(&deflated(content.as_bytes()));
    let mut encrypted = deflated(content.as_bytes());
    encrypted.iter_mut().for_each(|byte| *byte ^= 0x5A);
    let mut with_dictionary = deflated(content.as_bytes());
    with_dictionary[1] = 0xBB;
    let once = deflated(content.as_bytes());
    let bodies = [
        unclear("/N 1 /First 5 /Filter /ASCIIHexDecode", hexadecimal.as_bytes()),
        unclear("/N 1 /First 5 /Filter [/FlateDecode /FlateDecode]", &twice),
        unclear("/N 1 /First 5 /Filter [/ASCIIHexDecode /FlateDecode]", &once),
        unclear("/N 1 /First 5 /Filter 8 0 R", &once),
        unclear("/N 1 /First 5 /Filter [8 0 R]", &once),
        unclear(
            "/N 1 /First 5 /Fl#69lter /JBIG2Decode /Filter /JBIG2Decode",
            &once,
        ),
        unclear("/N 1 /First 5 /F /LZW", &once),
        unclear("/N 1 /First 8 0 R /Filter /FlateDecode", &once),
        unclear("/N 1 /First 5 /First 6 /Filter /FlateDecode", &once),
        unclear("/N 1 /Type /ObjStm /Filter /FlateDecode", &once),
        unclear(
            "/N 1 /First 5 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>",
            &once,
        ),
        unclear("/N 1 /First 5 /Filter /FlateDecode /DecodeParms 8 0 R", &once),
        unclear("/N 1 /First 5 /Filter /FlateDecode /DecodeParms [8 0 R]", &once),
        unclear("/N 1 /First 5 /Filter /FlateDecode", &encrypted),
        unclear("/N 1 /First 5 /Filter /FlateDecode", &with_dictionary),
        unclear("/N 1 /First 5 /Filter /FlateDecode", &once[..once.len() / 2]),
        unclear("/N 1 /First 5", &encrypted),
        unclear("/N 1 /First 5000000000 /Filter /FlateDecode", &once),
        b"10 0 obj << /N 1 /First 5 >> stream  \n11 0 <</A 1>> endstream".to_vec(),
    ];
    for body in bodies {
        let document = document(&body);
        assert_eq!(
            check(&document),
            Err(ContentError::ActiveDocument),
            "{}",
            String::from_utf8_lossy(&body)
        );
    }
}

#[test]
fn the_work_for_a_document_is_bounded() {
    // Each place at which an object could begin leads to the end of the document.
    let many = "1 0 obj(".repeat(300_000);
    assert_eq!(check(&document(many.as_bytes())), Err(ContentError::Invalid));
    let deep = format!("1 0 obj{}", "[".repeat(100_000));
    assert_eq!(check(&document(deep.as_bytes())), Err(ContentError::Invalid));
    let nested = "<</OpenAction".repeat(100_000);
    assert!(check(&document(format!("1 0 obj{nested}").as_bytes())).is_err());
    // A kilobyte becomes many megabytes.
    let bomb = vec![b' '; super::UNPACKED_BYTES + 1];
    let refused = check(&document(&packed("", 0, 0, &bomb)));
    assert_eq!(refused, Err(ContentError::ActiveDocument));
    let large = vec![b' '; super::UNPACKED_BYTES - 1];
    let one = packed("", 0, 0, &large);
    assert_eq!(check(&document(&one)), Ok(()));
    assert_eq!(
        check(&document(&one.repeat(9))),
        Err(ContentError::ActiveDocument)
    );
}
