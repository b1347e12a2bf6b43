import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartFigure } from "../charts/ChartFigure";
import { useText } from "../texts/TextsProvider";
import { QueryState } from "../ui/QueryState";
import { RelativeTime } from "../ui/RelativeTime";
import type { QuestionSummary, WordsAnswer } from "../wire";
import { useFormats } from "./formats";
import { wordsQuery } from "./queries";
import { useResults } from "./ResultsContext";
import { useSeen } from "./useSeen";

/** The words that most texts have, and the newest texts. They are loaded once the reader comes near. */
export function WordsPart({ question }: { question: QuestionSummary }) {
  const { filter, isWhole } = useResults();
  const [place, isSeen] = useSeen<HTMLDivElement>();
  const query = useQuery({ ...wordsQuery(filter, question.question_id), enabled: isSeen || isWhole });
  return (
    <div ref={place} className="results-words">
      <QueryState query={query}>{(words) => <Words words={words} />}</QueryState>
    </div>
  );
}

/** Of the words that the server names, as many as one looks at. */
const SHOWN_WORDS = 30;

function Words({
  words: { question_id, question, words, quotes, read, is_complete },
}: {
  words: WordsAnswer;
}) {
  const text = useText();
  const formats = useFormats();
  const { choose, isChosen } = useResults();
  if (read === 0) return <p className="soft">{text("results_no_texts")}</p>;
  const shown = words.slice(0, SHOWN_WORDS);
  const answerOf = (word: string) => ({ question: question_id, contains: word });
  return (
    <>
      {shown.length > 0 && (
        <ChartFigure
          label={text("results_words_of", { question })}
          note={text(is_complete ? "results_read" : "results_read_newest", { count: read })}
          table={{
            columns: [text("results_word"), text("results_texts")],
            rows: words.map(({ word, count }) => ({ id: word, cells: [word, formats.number(count)] })),
          }}
        >
          {/* biome-ignore lint/a11y/noRedundantRoles: a list without markers is none for Safari */}
          <ul className="results-words__list" role="list">
            {shown.map(({ word, count }) => (
              <li key={word}>
                <button
                  type="button"
                  className="results-word"
                  aria-pressed={isChosen(answerOf(word))}
                  onClick={() => choose(answerOf(word))}
                >
                  <bdi>{word}</bdi> <span className="soft">{formats.number(count)}</span>
                </button>
              </li>
            ))}
          </ul>
        </ChartFigure>
      )}
      <Quotes quotes={quotes} />
    </>
  );
}

/** As many as tell what visitors write about. */
const SHOWN_QUOTES = 5;

function Quotes({ quotes }: Pick<WordsAnswer, "quotes">) {
  const text = useText();
  if (quotes.length === 0) return null;
  return (
    <section aria-label={text("results_newest")}>
      <p className="soft small">{text("results_newest")}</p>
      <ul className="results-quotes">
        {quotes.slice(0, SHOWN_QUOTES).map(({ feedback_id, received_at, text: quote }) => (
          <li key={`${feedback_id} ${quote}`} className="results-quote">
            <blockquote className="results-quote__text" dir="auto">
              {quote}
            </blockquote>
            <Link className="results-quote__link" to="/feedback/$id" params={{ id: feedback_id }}>
              <RelativeTime time={received_at} />
              <span className="visually-hidden"> {text("results_open_feedback")}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
