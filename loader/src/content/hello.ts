import type { Core } from "../core/parts.ts";
import { hostAddress } from "../host/address.ts";
import { type Hello, type InlineOptions, PROTOCOL_VERSION } from "../protocol/protocol.ts";

/**
 * Returns what a frame hears first.
 *
 * @param inline of a frame that is a part of the host's page.
 */
export function createHello(
  { _configuration: { code, config }, state, language }: Core,
  inline?: InlineOptions,
): Hello {
  const { originUrl, query } = hostAddress(window.location.href, config);
  const { identity, _record: record } = state;
  const { deviceId, lastFeedbackDate } = record;
  return {
    type: "hello",
    version: PROTOCOL_VERSION,
    code,
    originUrl,
    query,
    language,
    open: state.open,
    inline,
    look: config.look,
    identity,
    deviceId,
    lastFeedbackDate,
  };
}
