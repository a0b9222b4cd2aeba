//! Strict reading of JSON: a key stands once, a number stays the text that it is, nothing follows.

use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

/// Why a document is not accepted, in one line.
#[derive(Clone, Debug)]
pub enum Fault {
    /// Something in it is wrong.
    Wrong(String),
    /// It says something that is not checked here.
    Beyond(String),
}

pub type Checked<T> = Result<T, Fault>;

impl From<&str> for Fault {
    fn from(text: &str) -> Fault {
        Fault::Wrong(text.to_string())
    }
}

impl From<String> for Fault {
    fn from(text: String) -> Fault {
        Fault::Wrong(text)
    }
}

pub fn beyond<T>(text: &str) -> Checked<T> {
    Err(Fault::Beyond(text.to_string()))
}

pub fn need(condition: bool, fault: &str) -> Checked<()> {
    if condition {
        Ok(())
    } else {
        Err(fault.into())
    }
}

const DEEPEST: usize = 100;

impl Json {
    pub fn read(text: &str) -> Checked<Json> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let value = reader.value(0)?;
        reader.blanks();
        need(reader.at == text.len(), "something follows the document")?;
        Ok(value)
    }

    pub fn object(&self, what: &str) -> Checked<&BTreeMap<String, Json>> {
        match self {
            Json::Object(members) => Ok(members),
            _ => Err(format!("{what} is no object").into()),
        }
    }

    pub fn list(&self, what: &str) -> Checked<&[Json]> {
        match self {
            Json::List(members) => Ok(members),
            _ => Err(format!("{what} is no list").into()),
        }
    }

    pub fn text(&self, what: &str) -> Checked<&str> {
        match self {
            Json::Text(text) => Ok(text),
            _ => Err(format!("{what} is no text").into()),
        }
    }

    pub fn texts(&self, what: &str) -> Checked<Vec<String>> {
        self.list(what)?.iter().map(|each| Ok(each.text(what)?.to_string())).collect()
    }

    /// A list of so many members.
    pub fn listed(&self, length: usize, what: &str) -> Checked<&[Json]> {
        let members = self.list(what)?;
        need(members.len() == length, &format!("{what} has not {length} members"))?;
        Ok(members)
    }

    pub fn member(&self, key: &str) -> Checked<&Json> {
        let members = self.object(&format!("what should hold {key}"))?;
        members.get(key).ok_or_else(|| format!("there is no {key}").into())
    }

    /// An object with all of some keys, perhaps some others, and no more.
    pub fn keys(&self, what: &str, needed: &[&str], optional: &[&str]) -> Checked<()> {
        let members = self.object(what)?;
        for key in needed {
            need(members.contains_key(*key), &format!("{what} has no {key}"))?;
        }
        for key in members.keys() {
            let known = needed.contains(&key.as_str()) || optional.contains(&key.as_str());
            need(known, &format!("{what} has {key:?}, which is not read"))?;
        }
        Ok(())
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        *self.text.get(self.at).unwrap_or(&0)
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> Checked<()> {
        need(self.peek() == byte, &format!("at byte {}: no {:?}", self.at, byte as char))?;
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Checked<Json> {
        need(depth < DEEPEST, "the document is nested too deeply")?;
        self.blanks();
        match self.peek() {
            b'{' => self.members(depth),
            b'[' => self.entries(depth),
            b'"' => Ok(Json::Text(self.string()?)),
            b'-' | b'0'..=b'9' => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Checked<Json> {
        let words = [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))];
        for (word, value) in words {
            if self.text[self.at..].starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(format!("at byte {}: no value", self.at).into())
    }

    fn number(&mut self) -> Checked<Json> {
        let start = self.at;
        while matches!(self.peek(), b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') {
            self.at += 1;
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        Ok(Json::Number(text)) // whoever needs it as a number reads its form
    }

    fn entries(&mut self, depth: usize) -> Checked<Json> {
        self.take(b'[')?;
        let mut members = Vec::new();
        self.blanks();
        if self.peek() != b']' {
            loop {
                members.push(self.value(depth + 1)?);
                self.blanks();
                if self.peek() != b',' {
                    break;
                }
                self.at += 1;
            }
        }
        self.take(b']')?;
        Ok(Json::List(members))
    }

    fn members(&mut self, depth: usize) -> Checked<Json> {
        self.take(b'{')?;
        let mut members = BTreeMap::new();
        self.blanks();
        if self.peek() != b'}' {
            loop {
                self.blanks();
                let key = self.string()?;
                self.blanks();
                self.take(b':')?;
                let value = self.value(depth + 1)?;
                need(members.insert(key, value).is_none(), "a key stands twice in one object")?;
                self.blanks();
                if self.peek() != b',' {
                    break;
                }
                self.at += 1;
            }
        }
        self.take(b'}')?;
        Ok(Json::Object(members))
    }

    fn string(&mut self) -> Checked<String> {
        self.take(b'"')?;
        let mut bytes = Vec::new();
        loop {
            let byte = self.peek();
            need(byte >= b' ', "a text does not end, or has a control character")?;
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => {
                    let mut buffer = [0; 4];
                    let letter = self.escaped()?;
                    bytes.extend_from_slice(letter.encode_utf8(&mut buffer).as_bytes());
                }
                _ => bytes.push(byte),
            }
        }
        String::from_utf8(bytes).map_err(|_| "a text is not UTF-8".into())
    }

    fn escaped(&mut self) -> Checked<char> {
        let byte = self.peek();
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => byte as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.unit()?;
                if !(0xd800..0xdc00).contains(&first) {
                    return char::from_u32(first).ok_or_else(|| "half a character".into());
                }
                self.take(b'\\')?;
                self.take(b'u')?;
                let second = self.unit()?;
                need((0xdc00..0xe000).contains(&second), "half a character")?;
                let both = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                char::from_u32(both).ok_or("half a character")?
            }
            _ => return Err("a text has an unknown escape".into()),
        })
    }

    fn unit(&mut self) -> Checked<u32> {
        let end = (self.at + 4).min(self.text.len());
        let digits = std::str::from_utf8(&self.text[self.at..end]).unwrap_or("");
        let plain = digits.len() == 4 && digits.bytes().all(|c| c.is_ascii_hexdigit());
        need(plain, "an escape has not four digits")?;
        self.at = end;
        u32::from_str_radix(digits, 16).map_err(|_| "an escape is no number".into())
    }
}

/// A document as Python's json.dumps(…, sort_keys=True, separators=(",", ":")) writes it.
pub fn canonical(value: &Json) -> String {
    let join = |parts: Vec<String>| parts.join(",");
    match value {
        Json::Null => "null".to_string(),
        Json::Bool(truth) => truth.to_string(),
        Json::Number(digits) => digits.clone(),
        Json::Text(text) => quoted(text),
        Json::List(members) => format!("[{}]", join(members.iter().map(canonical).collect())),
        Json::Object(members) => {
            let pair = |(key, value): (&String, &Json)| format!("{}:{}", quoted(key), canonical(value));
            format!("{{{}}}", join(members.iter().map(pair).collect()))
        }
    }
}

/// A text in quotation marks, everything beyond ASCII as the escapes of its UTF-16.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\r' => quoted += "\\r",
            '\t' => quoted += "\\t",
            '\u{8}' => quoted += "\\b",
            '\u{c}' => quoted += "\\f",
            ' '..='~' => quoted.push(letter),
            _ => {
                let mut units = [0; 2];
                for unit in letter.encode_utf16(&mut units) {
                    quoted += &format!("\\u{unit:04x}");
                }
            }
        }
    }
    quoted + "\""
}
