/** Texts of the results of a flow, in English. The comments say where. */
export const results = {
  // The list of flows, and the page of one.
  results_title: "Results",
  results_all_flows: "All flows",
  results_gone: "This flow does not exist",
  results_gone_hint: "Perhaps the address has a typing error, or none of its channels is yours.",
  results_no_flows: "There are no flows yet",
  results_no_flows_hint: "A flow asks your questions. Its results appear here.",
  results_more_flows: "Show more flows",
  results_archived: "Archived",
  results_recent: "{count} in the last 30 days",
  results_count: "{count, plural, one {# feedback} other {# feedbacks}}",

  // What can be done with the page.
  results_compare: "Compare with the period before",
  results_as_of: "As of {time}",
  results_new_answers: "There are new answers. The figures of {time} are about to be refreshed.",
  results_refresh: "Refresh",
  results_show_feedback: "Show these feedbacks",
  results_export: "Export",
  results_print: "Print",

  // Where there is nothing.
  results_no_match: "No feedback matches",
  results_no_match_hint: "Nothing that was stored has all of what the filter asks for.",
  results_no_match_period: "Nothing came in these days.",
  results_without_filter: "Remove the filter",
  results_all_time: "Show all time",
  results_empty: "Nobody has answered yet",
  results_empty_hint: "Results appear here as soon as somebody answers this flow on one of your channels.",
  results_empty_action: "Go to your channels",

  // How much feedback the figures are of.
  results_partial_count: "{count} unfinished",
  results_time: "median time {count} s",
  results_total_before: "{count} in the period before",
  results_incomplete:
    "Only the newest 20,000 feedbacks of this filter are counted. A shorter period is counted whole.",
  results_behind: "The newest feedback is still being counted.",
  results_answers: "{count, plural, one {# answer} other {# answers}}",
  results_before_count: "{count} before",
  results_few: "few: chance decides much",
  results_few_sentence: "With so few answers, chance decides much.",

  // Scores.
  results_scores: "Scores",
  results_mean_score: "Mean score",
  results_margin_hint:
    "If chance had chosen other people, the score would lie within this distance in 19 of 20 cases.",
  results_change: "{change} since the period before ({before})",
  results_nothing_before: "Nothing to compare with in the period before",

  // Charts.
  results_show_table: "Show as table",
  results_show_chart: "Show as chart",
  results_previous_period: "Period before",
  results_plot_hint: "Choose a column to see only its feedback.",
  results_only_these: "{name}: {count}. Show only these",
  results_per_day: "Feedback per day",
  results_per_week: "Feedback per week",
  results_per_month: "Feedback per month",
  results_day: "Day",
  results_week: "Week",
  results_month: "Month",
  results_feedbacks: "Feedbacks",
  results_completed: "Completed",
  results_days_utc: "Days begin at midnight UTC.",

  // From shown to completed.
  results_funnel: "From shown to completed",
  results_funnel_hint: "Counted without cookies, and without anything about a person.",
  results_funnel_more:
    "More were completed than begun: some came from pages without a network, or by other clients, which are not counted.",
  results_funnel_unfit:
    "Who sees and opens a flow is counted without anything about the person, so it cannot be filtered by answers. Remove all filters but channel and period to see it.",
  results_funnel_off: "This server does not count how often flows are shown.",
  results_step: "Step",
  results_number: "Number",
  results_rate: "Of the step before",
  results_shown: "Shown",
  results_opened: "Opened",
  results_started: "Started",
  results_of_before: "{share} of the step before",
  results_by_channel: "By channel",
  results_channel: "Channel",
  results_link_page: "Link page",

  // Where people stopped.
  results_stopped: "Where people stopped",
  results_stopped_hint: "Of those who began and did not finish: the page of their last answer.",
  results_page: "Page",
  results_stopped_here: "Stopped here",
  results_answered: "Answered",
  results_median_time: "Median time",
  results_seconds: "{count} s",

  // Questions.
  results_questions: "Questions",
  results_no_answers: "Nobody has answered this question.",
  results_only_count: "Answers to this question are personal, so they are only counted here.",
  results_option: "Option",
  results_share: "Share",
  results_share_before: "Share before",
  results_mean_place: "Mean place",
  results_place: "place {place}",
  results_ranking_hint: "The longer the bar, the nearer to the first place.",
  results_several: "People could choose several options, so the shares add up to more than 100%.",
  results_retired_option: "(no longer offered)",
  results_group: "Group",
  results_detractors: "Detractors",
  results_passives: "Passives",
  results_promoters: "Promoters",
  results_nps_of: "Net promoter score of: {question}",
  results_nps_hint: "Promoters give 9 or 10, passives 7 or 8, detractors 0 to 6.",
  results_numbers_of: "Numbers given to: {question}",
  results_too_many_numbers: "There are too many different numbers for a chart.",
  results_value_given: "Answer",
  results_mean: "Mean",
  results_median: "Median",
  results_min: "Lowest",
  results_max: "Highest",
  results_row: "Row",
  results_matrix_hint: "Each bar is all answers to its row. The table filters by them.",

  // Trends.
  results_show_trend: "Show trend",
  results_hide_trend: "Hide trend",
  results_steps: "Steps",
  results_by_day: "By day",
  results_by_week: "By week",
  results_by_month: "By month",
  results_week_of: "Week of {day}",
  results_month_of: "Month of {day}",
  results_trend_of: "{what} over time: {question}",
  results_share_of_answers: "Share of those who answered",
  results_gaps: "The line has gaps where nobody answered.",
  results_most_lines: "The {count} most frequent options have lines; the table has all.",
  results_trend_incomplete: "Only the newest 200,000 feedbacks are counted.",
  results_trend_hint: "Point at the chart, or use the arrow keys, to see the figures.",

  // Words and quotes.
  results_word: "Word",
  results_texts: "Texts",
  results_words_of: "Words in: {question}",
  results_read: "{count, plural, one {# text was read.} other {# texts were read.}}",
  results_read_newest:
    "{count, plural, one {Only the newest text was read.} other {Only the newest # texts were read.}}",
  results_no_texts: "There are no texts.",
  results_newest: "Newest texts",
  results_open_feedback: "Open this feedback",

  // The table of two questions.
  results_cross: "Two questions together",
  results_cross_row: "Rows",
  results_cross_column: "Columns",
  results_choose_question: "Choose a question",
  results_cross_of: "{row} by {column}",
  results_all: "All",
  results_cross_answered:
    "{count, plural, one {# feedback has answers to both questions; only it counts.} other {# feedbacks have answers to both questions; only these count.}}",
  results_cross_shares: "Shares are of their row.",
  results_looked_at:
    "{count, plural, one {Only the newest feedback was looked at.} other {Only the newest # feedbacks were looked at.}}",
  results_unfit:
    "These questions cannot be put together: both need options, or a scale of at most 200 values.",

  // Questions of earlier revisions.
  results_retired: "No longer asked",
  results_retired_hint: "Questions that earlier revisions of the flow had. Their answers stay apart.",
  results_retired_show: "{count, plural, one {Show # question} other {Show # questions}}",
} as const;
