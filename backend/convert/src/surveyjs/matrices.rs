//! Matrices: those of one choice a row, and those whose columns are questions.

use super::Reader;
use crate::draft::{Choice, Content, Item, Question, Row};
use crate::node::{Node, word_of};
use crate::text::Text;

impl Reader<'_> {
    pub(super) fn matrix(&mut self, element: &Node<'_>, mut question: Question, items: &mut Vec<Item>) {
        question.options = self.columns(element);
        question.statements = self.rows(element);
        question.is_multi_select = element.str("cellType") == Some("checkbox");
        question.has_random_rows = matches!(
            element.str("rowsOrder").or(element.str("rowOrder")),
            Some("random")
        );
        if question.statements.is_empty() {
            question.style = if question.is_multi_select {
                "checklist"
            } else {
                "radio"
            };
            question.is_multi_select = false;
        }
        if question.options.is_empty() {
            return self
                .report
                .lose_question(&element.pointer, "a matrix without columns");
        }
        question.is_required =
            element.flag("isRequired") || element.flag("isAllRowRequired") || element.flag("eachRowRequired");
        self.add(element, question, items);
    }

    fn columns(&self, element: &Node<'_>) -> Vec<Choice> {
        element
            .items("columns")
            .iter()
            .filter_map(|column| self.one_choice(column))
            .collect()
    }

    fn rows(&self, element: &Node<'_>) -> Vec<Row> {
        let row = |row: &Node<'_>| {
            let key = word_of(row.value).or_else(|| row.word("value"))?;
            let mut body = self.names.text(row, "text");
            if body.is_empty() {
                body.set(self.names.language(), crate::text::verbatim(&key));
            }
            let id = String::new();
            Some(Row { id, key, body })
        };
        element.items("rows").iter().filter_map(row).collect()
    }

    /// Reads a matrix whose columns are questions: choices as a matrix for each column, others once for each row.
    pub(super) fn columns_as_questions(
        &mut self,
        element: &Node<'_>,
        title: &Text,
        depth: usize,
        items: &mut Vec<Item>,
    ) {
        let rows = self.rows(element);
        let is_dynamic = element.str("type") == Some("matrixdynamic");
        let from = items.len();
        items.push(Item::new(&element.pointer, Content::Label(title.clone())));
        for column in element.items("columns") {
            self.column(element, &column, &rows, depth, items);
        }
        if items.len() == from + 1 {
            items.truncate(from);
            return self
                .report
                .lose_question(&element.pointer, "a matrix without columns that flows can ask");
        }
        self.report.count_mapped();
        if is_dynamic {
            let instead = "its columns are asked once";
            self.report
                .changed(&element.pointer, "rows that visitors add", instead);
        } else {
            let instead = "one question for each column";
            self.report
                .changed(&element.pointer, "a matrix whose columns are questions", instead);
        }
    }

    fn column(
        &mut self,
        element: &Node<'_>,
        column: &Node<'_>,
        rows: &[Row],
        depth: usize,
        items: &mut Vec<Item>,
    ) {
        let matrix = element.str("name").unwrap_or_default();
        let name = column.word("name").unwrap_or_default();
        let mut title = self.names.text(column, "title");
        if title.is_empty() {
            title.set(self.names.language(), crate::text::verbatim(&name));
        }
        let cell = column
            .str("cellType")
            .filter(|cell| *cell != "default")
            .or(element.str("cellType"))
            .unwrap_or("dropdown");
        let is_choice = matches!(
            cell,
            "dropdown" | "radiogroup" | "checkbox" | "tagbox" | "buttongroup" | "rating" | "boolean"
        );
        if is_choice && !rows.is_empty() {
            let mut question = Question::new(format!("{matrix}.{name}"), "matrix", title.clone());
            question.options = match cell {
                "boolean" => self.yes_and_no(column),
                "rating" => self.rate_options(column),
                _ => self.choices(column),
            };
            if question.options.is_empty() {
                question.options = self.choices(element);
            }
            if !question.options.is_empty() {
                question.statements = rows.to_vec();
                question.is_multi_select = matches!(cell, "checkbox" | "tagbox");
                question.is_required = column.flag("isRequired");
                items.push(Item::new(&column.pointer, Content::Question(Box::new(question))));
                return;
            }
        }
        let single = [Row::default()];
        let rows = if rows.is_empty() { &single[..] } else { rows };
        for row in rows.iter().take(100) {
            let body = if row.key.is_empty() {
                title.clone()
            } else {
                row.body.joined(&title, " – ")
            };
            let separator = if row.key.is_empty() { "" } else { "." };
            let key = format!("{matrix}.{}{separator}{name}", row.key);
            let mut question = Question::new(key, "text", body);
            question.is_required = column.flag("isRequired");
            let mut cell_items = Vec::new();
            self.by_type(cell, column, question, depth.saturating_sub(1), &mut cell_items);
            for item in &mut cell_items {
                if let Content::Question(question) = &mut item.content
                    && question.options.is_empty()
                    && matches!(question.style, "radio" | "dropdown" | "checklist")
                {
                    question.style = "text";
                }
            }
            items.extend(cell_items);
        }
    }
}
