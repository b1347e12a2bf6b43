//! What only the server and the check of flows need to know of a style.

use super::agreement::Agreement;
use super::choice::Choice;
use super::date::Datepicker;
use super::display_only::DisplayOnly;
use super::file::File;
use super::matrix::Matrix;
use super::naming::Naming;
use super::number::Number;
use super::phone::Phone;
use super::ranking::Ranking;
use super::text::Text;
use crate::question::behavior::{AnswerKind, CheckedBehavior};

impl CheckedBehavior for Text {
    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::Text
    }
}

impl CheckedBehavior for Choice {
    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::Options
    }

    fn requires_options(&self) -> bool {
        true
    }
}

impl CheckedBehavior for Ranking {
    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::Ranking
    }

    fn requires_options(&self) -> bool {
        true
    }
}

impl CheckedBehavior for Matrix {
    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::Rows
    }
}

impl CheckedBehavior for Number {
    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::Number
    }
}

impl CheckedBehavior for Naming {
    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::Text
    }
}

impl CheckedBehavior for Agreement {
    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::Text
    }
}

impl CheckedBehavior for Datepicker {
    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::Text
    }
}

impl CheckedBehavior for Phone {
    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::Text
    }
}

impl CheckedBehavior for File {
    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::Files
    }
}

impl CheckedBehavior for DisplayOnly {
    fn answer_kind(&self) -> AnswerKind {
        AnswerKind::Nothing
    }
}
