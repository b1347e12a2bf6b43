//! Conditions as SurveyJS and XLSForm write them: `{age} >= 18 and {kind} = 'new'`, `selected(${kind}, 'new')`.

use crate::condition::{Condition, Is};
use crate::node::shortest;

/// The deepest nesting, and the most tokens, of an expression.
const MAX_DEPTH: usize = 32;
const MAX_TOKENS: usize = 2_000;

/// Reads an expression. `of_question` says what a name in it is: the name of a question and, of a matrix, that of a row.
///
/// # Errors
/// What flows cannot say, or is no expression: in words for the report.
pub(crate) fn parse(
    text: &str,
    of_question: &dyn Fn(&str) -> (String, Option<String>),
) -> Result<Condition, String> {
    let tokens = tokens_of(text)?;
    let mut parser = Parser {
        tokens: &tokens,
        depth: 0,
        of_question,
    };
    let condition = parser.any()?;
    match parser.tokens.first() {
        None => Ok(condition),
        Some(token) => Err(format!("`{}` in an expression", token.text())),
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Name(String),
    Text(String),
    Number(f64),
    Word(String),
    Sign(&'static str),
}

impl Token {
    fn text(&self) -> String {
        match self {
            Self::Name(text) | Self::Text(text) | Self::Word(text) => text.clone(),
            Self::Number(number) => shortest(*number),
            Self::Sign(sign) => (*sign).to_owned(),
        }
    }
}

const SIGNS: [&str; 22] = [
    "<=", ">=", "==", "!=", "<>", "&&", "||", "*=", "=", "<", ">", "!", "(", ")", "[", "]", ",", "+", "-",
    "*", "/", "%",
];

fn tokens_of(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let after = rest.get(first.len_utf8()..).unwrap_or_default();
        let named = rest.strip_prefix("${").or_else(|| rest.strip_prefix('{'));
        let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
        let (token, remaining) = if let Some(named) = named {
            let (name, after) = named.split_once('}').ok_or("a name that does not end")?;
            (Token::Name(name.trim().trim_start_matches('#').to_owned()), after)
        } else if let Some(quote) = Some(first).filter(|c| matches!(c, '\'' | '"' | '’' | '‘')) {
            let closing = if matches!(quote, '’' | '‘') {
                '’'
            } else {
                quote
            };
            let (quoted, after) = after.split_once(closing).ok_or("a text that does not end")?;
            (Token::Text(quoted.to_owned()), after)
        } else if first.is_ascii_digit() {
            let end = rest
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '.')
                .unwrap_or(rest.len());
            let (number, after) = rest.split_at(end);
            match number.parse() {
                Ok(value) => (Token::Number(value), after),
                Err(_) => (Token::Text(number.to_owned()), after),
            }
        } else if let Some(sign) = sign {
            (Token::Sign(sign), rest.get(sign.len()..).unwrap_or_default())
        } else if first.is_alphabetic() || matches!(first, '_' | '.') {
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.'))
                .unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            (Token::Word(word.to_owned()), after)
        } else {
            return Err(format!("`{first}` in an expression"));
        };
        tokens.push(token);
        if tokens.len() > MAX_TOKENS {
            return Err("an expression of this length".into());
        }
        rest = remaining.trim_start();
    }
    Ok(tokens)
}

struct Parser<'p> {
    tokens: &'p [Token],
    depth: usize,
    of_question: &'p dyn Fn(&str) -> (String, Option<String>),
}

/// A part of an expression.
enum Value {
    /// The answer to a question.
    Answer(String),
    Constant(String),
    List(Vec<String>),
    Condition(Condition),
}

impl Parser<'_> {
    fn any(&mut self) -> Result<Condition, String> {
        let mut parts = vec![self.all()?];
        while self.take_word("or") || self.take_sign("||") {
            parts.push(self.all()?);
        }
        Ok(only_or(parts, Condition::Any))
    }

    fn all(&mut self) -> Result<Condition, String> {
        let mut parts = vec![self.comparison()?];
        while self.take_word("and") || self.take_sign("&&") {
            parts.push(self.comparison()?);
        }
        Ok(only_or(parts, Condition::All))
    }

    fn comparison(&mut self) -> Result<Condition, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("an expression nested this deeply".into());
        }
        let condition = self.compared();
        self.depth -= 1;
        condition
    }

    fn compared(&mut self) -> Result<Condition, String> {
        if self.take_sign("!") || self.take_word("negate") {
            return Ok(self.comparison()?.not());
        }
        let left = self.value()?;
        let Some(operator) = self.operator() else {
            return match left {
                Value::Condition(condition) => Ok(condition),
                Value::Answer(name) => Ok(self.test(&name, Is::Equal("true".into()))),
                Value::Constant(text) => Err(format!("`{text}` as a condition")),
                Value::List(_) => Err("a list as a condition".into()),
            };
        };
        if let (Value::Answer(name), "empty" | "notempty") = (&left, operator) {
            let answered = self.test(name, Is::Answered);
            return Ok(if operator == "empty" {
                answered.not()
            } else {
                answered
            });
        }
        let right = self.value()?;
        match (left, right) {
            (Value::Answer(name), Value::Constant(value)) => self.compare(&name, operator, &value),
            (Value::Constant(value), Value::Answer(name)) => self.compare(&name, flipped(operator), &value),
            (Value::Answer(name), Value::List(values)) => self.compare_list(&name, operator, &values),
            (Value::List(values), Value::Answer(name)) => self.compare_list(&name, operator, &values),
            // `selected(${a}, 'x') = true`
            (Value::Condition(condition), Value::Constant(value)) => match (operator, value.as_str()) {
                ("=", "true" | "1") | ("!=", "false" | "0") => Ok(condition),
                ("=", "false" | "0") | ("!=", "true" | "1") => Ok(condition.not()),
                _ => Err("a comparison with a condition".into()),
            },
            (Value::Answer(_), Value::Answer(_)) => Err("a comparison of two answers".into()),
            _ => Err("a comparison without an answer".into()),
        }
    }

    fn operator(&mut self) -> Option<&'static str> {
        let (first, rest) = self.tokens.split_first()?;
        let operator = match first {
            Token::Sign(sign) => match *sign {
                "=" | "==" => "=",
                "!=" | "<>" => "!=",
                "*=" => "contains",
                sign @ ("<" | ">" | "<=" | ">=") => sign,
                _ => return None,
            },
            Token::Word(word) => match word.to_ascii_lowercase().as_str() {
                "equal" => "=",
                "notequal" => "!=",
                "less" => "<",
                "greater" => ">",
                "lessorequal" => "<=",
                "greaterorequal" => ">=",
                "contains" | "contain" => "contains",
                "notcontains" | "notcontain" => "notcontains",
                "anyof" => "anyof",
                "allof" => "allof",
                "noneof" => "noneof",
                "empty" => "empty",
                "notempty" => "notempty",
                _ => return None,
            },
            _ => return None,
        };
        self.tokens = rest;
        Some(operator)
    }

    fn value(&mut self) -> Result<Value, String> {
        let (first, rest) = self
            .tokens
            .split_first()
            .ok_or("an expression that does not end")?;
        self.tokens = rest;
        let value = match first {
            Token::Name(name) => Value::Answer(name.clone()),
            Token::Text(text) => Value::Constant(text.clone()),
            Token::Number(number) => Value::Constant(shortest(*number)),
            Token::Sign("-") => match self.value()? {
                Value::Constant(number) if number.parse::<f64>().is_ok() => {
                    Value::Constant(format!("-{number}"))
                }
                _ => return Err("a calculation".into()),
            },
            Token::Sign("(") => {
                let condition = self.any()?;
                self.expect(")")?;
                Value::Condition(condition)
            }
            Token::Sign("[") => Value::List(self.list()?),
            Token::Word(word) if self.take_sign("(") => self.call(word)?,
            Token::Word(word) => Value::Constant(word.clone()),
            Token::Sign(sign) => return Err(format!("`{sign}` in an expression")),
        };
        match self.tokens.first() {
            Some(Token::Sign(sign @ ("+" | "-" | "*" | "/" | "%"))) => {
                Err(format!("a calculation with `{sign}`"))
            }
            Some(Token::Word(word)) if matches!(word.as_str(), "div" | "mod") => {
                Err(format!("a calculation with `{word}`"))
            }
            _ => Ok(value),
        }
    }

    fn list(&mut self) -> Result<Vec<String>, String> {
        let mut values = Vec::new();
        while !self.take_sign("]") {
            match self.value()? {
                Value::Constant(value) => values.push(value),
                _ => return Err("a list of answers".into()),
            }
            if !self.take_sign(",") {
                self.expect("]")?;
                break;
            }
        }
        Ok(values)
    }

    /// Reads a call of one of the functions that flows can say.
    fn call(&mut self, function: &str) -> Result<Value, String> {
        match function {
            "not" => {
                let condition = self.any()?;
                self.expect(")")?;
                Ok(Value::Condition(condition.not()))
            }
            "true" | "false" => {
                self.expect(")")?;
                Ok(Value::Constant(function.to_owned()))
            }
            "selected" | "starts-with" | "contains" | "jr:choice-name" => {
                let (Value::Answer(name), true) = (self.value()?, self.take_sign(",")) else {
                    return Err(format!("the function `{function}`"));
                };
                let Value::Constant(value) = self.value()? else {
                    return Err(format!("the function `{function}` of two answers"));
                };
                self.expect(")")?;
                let is = match function {
                    "starts-with" => Is::StartingWith(value),
                    _ => Is::Containing(value),
                };
                Ok(Value::Condition(self.test(&name, is)))
            }
            _ => Err(format!("the function `{function}`")),
        }
    }

    fn compare(&self, name: &str, operator: &str, value: &str) -> Result<Condition, String> {
        let test = |is| self.test(name, is);
        if value.is_empty() {
            return match operator {
                "=" => Ok(test(Is::Answered).not()),
                "!=" | ">" => Ok(test(Is::Answered)),
                _ => Err("a comparison with an empty text".into()),
            };
        }
        let number = || {
            value
                .trim()
                .parse::<f64>()
                .map_err(|_| format!("a comparison by size with `{value}`"))
        };
        let equal = || test(Is::Equal(value.to_owned()));
        Ok(match operator {
            "=" | "allof" | "anyof" => equal(),
            "!=" | "noneof" => equal().not(),
            "contains" => test(Is::Containing(value.to_owned())),
            "notcontains" => test(Is::Containing(value.to_owned())).not(),
            ">" => test(Is::Above(number()?)),
            "<" => test(Is::Below(number()?)),
            ">=" => Condition::Any(vec![test(Is::Above(number()?)), equal()]),
            "<=" => Condition::Any(vec![test(Is::Below(number()?)), equal()]),
            _ => return Err(format!("the operator `{operator}`")),
        })
    }

    fn compare_list(&self, name: &str, operator: &str, values: &[String]) -> Result<Condition, String> {
        if values.is_empty() {
            return self.compare(name, operator, "");
        }
        let tests = || {
            values
                .iter()
                .map(|value| self.test(name, Is::Containing(value.clone())))
                .collect()
        };
        match operator {
            "anyof" => Ok(Condition::Any(tests())),
            "noneof" => Ok(Condition::Any(tests()).not()),
            "allof" | "contains" | "=" => Ok(Condition::All(tests())),
            "!=" | "notcontains" => Ok(Condition::All(tests()).not()),
            _ => Err(format!("the operator `{operator}` with a list")),
        }
    }

    fn test(&self, name: &str, is: Is) -> Condition {
        let (question, row) = (self.of_question)(name);
        Condition::Test(crate::condition::Test { question, row, is })
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        self.take(|token| matches!(token, Token::Sign(found) if *found == sign))
    }

    fn take_word(&mut self, word: &str) -> bool {
        self.take(|token| matches!(token, Token::Word(found) if found.eq_ignore_ascii_case(word)))
    }

    fn take(&mut self, is_it: impl Fn(&Token) -> bool) -> bool {
        match self.tokens.split_first() {
            Some((first, rest)) if is_it(first) => {
                self.tokens = rest;
                true
            }
            _ => false,
        }
    }

    fn expect(&mut self, sign: &str) -> Result<(), String> {
        if self.take_sign(sign) {
            Ok(())
        } else {
            Err(format!("an expression without `{sign}`"))
        }
    }
}

fn only_or(mut parts: Vec<Condition>, several: fn(Vec<Condition>) -> Condition) -> Condition {
    if parts.len() > 1 {
        return several(parts);
    }
    parts.pop().unwrap_or(Condition::All(Vec::new()))
}

fn flipped(operator: &'static str) -> &'static str {
    match operator {
        "<" => ">",
        ">" => "<",
        "<=" => ">=",
        ">=" => "<=",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Condition, String> {
        parse(text, &|name| (name.to_owned(), None))
    }

    fn test(question: &str, is: Is) -> Condition {
        Condition::test(question, is)
    }

    fn equal(question: &str, value: &str) -> Condition {
        test(question, Is::Equal(value.into()))
    }

    #[test]
    fn reads_conditions_of_both_products() {
        let a = || equal("a", "1");
        let b = || equal("b", "x y");
        for (text, condition) in [
            ("{a} = 1", a()),
            ("${a} = '1'", a()),
            ("1 = {a}", a()),
            ("{a} = 1 and {b} == \"x y\"", Condition::All(vec![a(), b()])),
            (
                "{a} = 1 && ({a} = 1 || {b} = 'x y')",
                Condition::All(vec![a(), Condition::Any(vec![a(), b()])]),
            ),
            ("!({a} = 1)", a().not()),
            ("not(${a} = 1)", a().not()),
            ("{a} <> 1", a().not()),
            ("{a} notempty", test("a", Is::Answered)),
            ("${a} != ''", test("a", Is::Answered)),
            ("{a} empty", test("a", Is::Answered).not()),
            ("{a} > -2", test("a", Is::Above(-2.0))),
            (
                "5 >= {a}",
                Condition::Any(vec![test("a", Is::Below(5.0)), equal("a", "5")]),
            ),
            (
                "{a} anyof ['1']",
                Condition::Any(vec![test("a", Is::Containing("1".into()))]),
            ),
            ("selected(${a}, 'x')", test("a", Is::Containing("x".into()))),
            ("{a}", equal("a", "true")),
        ] {
            assert_eq!(read(text), Ok(condition), "{text}");
        }
    }

    #[test]
    fn says_what_flows_cannot_say() {
        for (text, what) in [
            ("{a} + 1 > 2", "a calculation with `+`"),
            ("age({a}) > 2", "the function `age`"),
            ("{a} = {b}", "a comparison of two answers"),
            ("{a} = 'x", "a text that does not end"),
            ("", "an expression that does not end"),
            ("{a} = 1 )", "`)` in an expression"),
        ] {
            assert_eq!(read(text), Err(what.to_owned()), "{text}");
        }
        assert!(read(&"(".repeat(10_000)).is_err());
        assert!(read(&"!".repeat(1_900)).is_err());
    }
}
