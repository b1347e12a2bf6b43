// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Brand } from "./Brand";

afterEach(cleanup);

describe("a logo that does not load", () => {
  it("gives way to the initial and the name", () => {
    render(<Brand name="Fener Coffee" logoUrl="https://fener.example/logo.png" />);
    fireEvent.error(screen.getByRole("img"));
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.getByRole("heading").textContent).toBe("FFener Coffee");
  });

  it("does so until there is another one", () => {
    const { rerender } = render(<Brand name="Fener Coffee" logoUrl="https://fener.example/logo.png" />);
    fireEvent.error(screen.getByRole("img"));
    rerender(<Brand name="Fener Coffee" logoUrl="https://fener.example/new.png" />);
    expect(screen.getByRole("img").getAttribute("src")).toBe("https://fener.example/new.png");
  });

  it("leaves nothing where there is no name", () => {
    const { container } = render(<Brand name={undefined} logoUrl="https://fener.example/logo.png" />);
    fireEvent.error(screen.getByRole("presentation"));
    expect(container.textContent).toBe("");
    expect(screen.queryByRole("heading")).toBeNull();
  });
});
