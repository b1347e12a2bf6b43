import { expect, it } from "vitest";
import { originUrl, queryRecord } from "./pageAddress";

const query = new URLSearchParams("node_id=n&sdi=1&sci=2&email=a%40b.co&sdi=3");

it("the first value of a repeated parameter wins", () => {
  expect(queryRecord(query)).toEqual({ node_id: "n", sdi: "1", sci: "2", email: "a@b.co" });
});

it("the origin URL keeps tracking pairs and drops all other parameters", () => {
  const location = { origin: "https://x.example", pathname: "/feedback" } as Location;
  expect(originUrl(location, query)).toBe("https://x.example/feedback?sdi=1&sci=2");
  const campaign = new URLSearchParams("node_id=n&utm_source=news&gclid=g&sdi=1");
  expect(originUrl(location, campaign, ["utm_*"])).toBe("https://x.example/feedback?sdi=1&utm_source=news");
  expect(originUrl(location, new URLSearchParams("node_id=n"))).toBe("https://x.example/feedback");
});
