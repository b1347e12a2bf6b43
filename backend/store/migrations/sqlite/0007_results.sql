-- What lists, searches and summaries of feedback are found by (docs/results.md#index). All of it follows from `feedbacks`, is
-- filled by a task beside the requests of visitors, in the order of changes, and goes with its feedback.

-- How far the task has come: the last change that is in these tables.
CREATE TABLE result_progress (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    updated_at INTEGER NOT NULL,
    feedback_id TEXT NOT NULL
) STRICT;

INSERT INTO result_progress (id, updated_at, feedback_id) VALUES (1, 0, '');

-- Feedback that is counted together.
CREATE TABLE result_groups (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    flow_id TEXT NOT NULL,
    node_id TEXT NOT NULL,
    flow_revision INTEGER NOT NULL,
    -- Empty: none is known.
    language_id TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('partial', 'complete')),
    -- Whether a signature proves fields of the customer.
    customer_verified INTEGER NOT NULL,
    -- When the feedback was first stored: on a day, in a month of the calendar, or at any time (UTC).
    span TEXT NOT NULL CHECK (span IN ('day', 'month', 'all')),
    -- Of that: days since 1970; 0 of all time.
    first_day INTEGER NOT NULL,
    -- All feedback of the group is within these numbers.
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    UNIQUE (flow_id, node_id, flow_revision, language_id, status, customer_verified, span, first_day)
) STRICT;

CREATE INDEX result_groups_by_day ON result_groups (span, first_day, first_seq, last_seq);

-- How often something occurs in a group, and the total of its numbers; kinds are in store/results/result_counts.rs.
CREATE TABLE result_counts (
    group_id INTEGER NOT NULL REFERENCES result_groups (id),
    kind TEXT NOT NULL,
    -- The id of a question, of a row of a matrix, of a state, or the key of a score; else empty.
    subject TEXT NOT NULL,
    -- The id of an option, or a number; else empty.
    value TEXT NOT NULL,
    count INTEGER NOT NULL,
    total REAL NOT NULL,
    PRIMARY KEY (group_id, kind, subject, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE indexed_feedbacks (
    feedback_seq INTEGER NOT NULL PRIMARY KEY,
    -- In which it is counted.
    day_group_id INTEGER NOT NULL REFERENCES result_groups (id),
    month_group_id INTEGER NOT NULL REFERENCES result_groups (id),
    total_group_id INTEGER NOT NULL REFERENCES result_groups (id),
    time_spent_in_seconds INTEGER NOT NULL,
    state_times_in_ms TEXT,
    scores TEXT,
    -- The texts of all answers, without accents; null if there are none.
    words TEXT
) STRICT;

CREATE INDEX indexed_feedbacks_of_group ON indexed_feedbacks (total_group_id, feedback_seq);

-- One row for each response item.
CREATE TABLE answers (
    feedback_seq INTEGER NOT NULL,
    -- Its position in the feedback, from 0.
    item INTEGER NOT NULL,
    -- The state that the question is in; null for what the flow does not know.
    state_id TEXT,
    -- Of a matrix the id of the row.
    question_id TEXT NOT NULL,
    -- The question that the row belongs to; null for all others.
    matrix_id TEXT,
    option_id TEXT,
    ranking INTEGER,
    number REAL,
    text TEXT,
    PRIMARY KEY (feedback_seq, item)
) STRICT, WITHOUT ROWID;

CREATE INDEX answers_by_option ON answers (question_id, option_id, feedback_seq) WHERE option_id IS NOT NULL;
CREATE INDEX answers_by_number ON answers (question_id, number, feedback_seq) WHERE number IS NOT NULL;

-- By what else feedback is looked up: `device:` with the hash that staff see, `customer:` with an e-mail address, a phone number
-- or an external id in lower case.
CREATE TABLE feedback_terms (
    feedback_seq INTEGER NOT NULL,
    term TEXT NOT NULL,
    PRIMARY KEY (feedback_seq, term)
) STRICT, WITHOUT ROWID;

CREATE INDEX feedback_terms_by_term ON feedback_terms (term, feedback_seq);

-- The search of staff, as that of chats.
CREATE VIRTUAL TABLE answer_words USING fts5 (
    words,
    content = 'indexed_feedbacks',
    content_rowid = 'feedback_seq',
    prefix = '2 3',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
);
INSERT INTO answer_words (answer_words, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER answer_words_of_new AFTER INSERT ON indexed_feedbacks WHEN new.words IS NOT NULL BEGIN
    INSERT INTO answer_words (rowid, words) VALUES (new.feedback_seq, new.words);
END;
CREATE TRIGGER answer_words_of_removed AFTER DELETE ON indexed_feedbacks WHEN old.words IS NOT NULL BEGIN
    INSERT INTO answer_words (answer_words, rowid, words) VALUES ('delete', old.feedback_seq, old.words);
END;

-- How often a flow was shown, opened and begun, with nothing about anybody (docs/results.md#counters).
CREATE TABLE counters (
    flow_id TEXT NOT NULL,
    -- The beginning of a quarter of an hour.
    begins_at INTEGER NOT NULL,
    node_id TEXT NOT NULL,
    -- Empty: a link page.
    widget_code TEXT NOT NULL,
    shown INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    started INTEGER NOT NULL,
    PRIMARY KEY (flow_id, begins_at, node_id, widget_code)
) STRICT, WITHOUT ROWID;

CREATE INDEX counters_by_time ON counters (begins_at);
