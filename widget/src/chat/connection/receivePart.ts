import { writtenAt } from "../timeline/items";
import type { Person, TimelineItem, TimelinePart } from "../timeline/wire";

/** A part of the timeline in the form of the specification: items have no position, and each holds its author. */
type ReceivedPart = Omit<TimelinePart, "timeline_after" | "timeline_items"> & {
  timeline_after?: number;
  timeline_items: ReceivedItem[];
};

type ReceivedItem = Omit<TimelineItem, "position" | "detail"> & {
  position?: number;
  detail: TimelineItem["detail"] & { user?: Person | null; customer?: Person | null };
};

/** Completes what a server of an earlier version sends: pages meet it while several servers are being updated. */
export function receivePart<Part extends TimelinePart>(part: Part, after = 0): Part {
  const received: ReceivedPart = part;
  const people: Record<string, Person> = { ...received.people };
  const timeline_items = received.timeline_items.map((item) => receiveItem(item, people));
  return { ...part, timeline_after: received.timeline_after ?? after, timeline_items, people };
}

function receiveItem(item: ReceivedItem, people: Record<string, Person>): TimelineItem {
  const { user, customer, ...detail } = item.detail;
  const position = item.position ?? writtenAt(item as TimelineItem);
  const person = user ?? customer;
  if (detail.person !== undefined || !person) return { ...item, position, detail };
  const key = JSON.stringify(person);
  people[key] = person;
  return { ...item, position, detail: { ...detail, person: key } };
}
