// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Bars } from "./Bars";
import { ChartFigure } from "./ChartFigure";
import { Columns } from "./Columns";
import { StackedRows } from "./StackedRows";
import { fullScale } from "./scale";
import { TrendLines } from "./TrendLines";

afterEach(cleanup);

const COLUMNS = [3, 0, 5].map((count, index) => ({
  name: String(index + 1),
  count,
  value: `${index + 1}: ${count}`,
}));

it("has its figures for screen readers, and shows them as a table on demand", () => {
  const choose = vi.fn();
  render(
    <ChartFigure
      label="Moods"
      table={{
        columns: ["Mood", "Number"],
        rows: [
          { id: "a", cells: ["Good", { text: "3", label: "Only good", isChosen: false, onChoose: choose }] },
        ],
      }}
    >
      <p>A picture</p>
    </ChartFigure>,
  );
  expect(screen.getByRole("table", { name: "Moods" }).textContent).toContain("Good3");
  // What is hidden gets no focus.
  expect(screen.queryByRole("button", { name: "Only good" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show as table: Moods" }));
  expect(screen.queryByText("A picture")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Only good" }));
  expect(choose).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole("button", { name: "Show as chart: Moods" }));
  expect(screen.getByText("A picture")).toBeTruthy();
});

it("bars are from zero to all, and are pressed", () => {
  const choose = vi.fn();
  const bars = [
    { id: "a", label: "Good", share: 0.25, value: "25% · 1" },
    { id: "b", label: "Bad", share: 0, value: "0% · 0" },
  ];
  const { container } = render(<Bars bars={bars} chosen="a" onChoose={choose} />);
  const widths = [...container.querySelectorAll(".chart-bar")].map((bar) => bar.getAttribute("width"));
  expect(widths).toEqual(["25%", "0%"]);
  expect(screen.getByRole("button", { name: /Good/ }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: /Bad/ }));
  expect(choose).toHaveBeenCalledWith("b");
});

it("arrow keys move along a plot, and Enter chooses", () => {
  const choose = vi.fn();
  render(<Columns label="Numbers" columns={COLUMNS} formatTick={String} onChoose={choose} />);
  const plot = screen.getByRole("slider", { name: "Numbers" });
  const press = (key: string) => fireEvent.keyDown(plot, { key });
  fireEvent.focus(plot);
  expect(plot.getAttribute("aria-valuetext")).toBe("1: 3");
  press("ArrowRight");
  expect(plot.getAttribute("aria-valuetext")).toBe("2: 0");
  press("End");
  press("ArrowRight");
  expect(plot.getAttribute("aria-valuetext")).toBe("3: 5");
  press("Enter");
  expect(choose).toHaveBeenCalledWith(2);
  press("Home");
  expect(plot.getAttribute("aria-valuenow")).toBe("0");
});

it("a line is not drawn across what is missing", () => {
  const { container } = render(
    <TrendLines
      label="NPS"
      series={[{ id: "nps", label: "NPS", values: [10, 20, null, 30] }]}
      scale={fullScale(-100, 100)}
      formatTick={String}
      names={["a", "b", "c", "d"]}
      valueAt={String}
    />,
  );
  const lines = [...container.querySelectorAll(".chart-line")];
  expect(lines.map((line) => [line.getAttribute("x1"), line.getAttribute("x2")])).toEqual([
    ["12.5%", "37.5%"],
  ]);
  expect(container.querySelectorAll("circle")).toHaveLength(3);
});

it("a row's shares are those of who answered, also where they chose several", () => {
  render(
    <StackedRows
      parts={["Cheap", "Good"]}
      rows={[{ id: "a", label: "Tea", counts: [3, 3], shares: [0.75, 0.75], value: "4 answers" }]}
      formatShare={(share) => `${share * 100}%`}
    />,
  );
  expect(screen.getAllByText("75%")).toHaveLength(2);
});
