import type { Person, TimelineItem, TimelinePart } from "../timeline/wire";

/** Names the authors of a part's items by keys, where the server has not: as one of an earlier version does in live events. */
export function receivePart<Part extends TimelinePart>(part: Part): Part {
  const people: Record<string, Person> = { ...part.people };
  const timeline_items = part.timeline_items.map((item) => receiveItem(item, people));
  return { ...part, timeline_items, people };
}

function receiveItem(item: TimelineItem, people: Record<string, Person>): TimelineItem {
  const { user, customer, ...detail } = item.detail;
  const person = user ?? customer;
  if (detail.person !== undefined || !person) return { ...item, detail };
  const key = JSON.stringify(person);
  people[key] = person;
  return { ...item, detail: { ...detail, person: key } };
}
