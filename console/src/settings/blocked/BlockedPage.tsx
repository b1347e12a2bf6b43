import { call } from "../../http/call";
import { useSession } from "../../session/session";
import { useText, useTimeFormat } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { QueryState } from "../../ui/QueryState";
import { useToast } from "../../ui/Toasts";
import type { BlockedAddress, BlockedDevice } from "../../wire";
import { useNodeName } from "../parts/nodes";
import { MoreButton, usePages } from "../parts/pages";
import { SettingsPage } from "../parts/SettingsPage";
import { SettingsProblem } from "../parts/SettingsProblem";
import { SECTIONS } from "../parts/sections";
import { useAct } from "../parts/useAct";

const DEVICES = "settings-blocked-devices";
const ADDRESSES = "settings-blocked-addresses";

/** From whom nothing is taken, until somebody unblocks them. */
export function BlockedPage() {
  const { rights } = useSession();
  return (
    <SettingsPage section={SECTIONS.blocked}>
      {rights.includes("read") && (
        <>
          <Devices />
          <Addresses />
        </>
      )}
    </SettingsPage>
  );
}

function Devices() {
  const text = useText();
  const pages = usePages<BlockedDevice>(DEVICES, "/v1/staff/blocked_devices");
  return (
    <section className="settings__part" aria-labelledby="devices">
      <h2 className="section__title" id="devices">
        {text("settings_blocked_devices")}
      </h2>
      <p className="soft">{text("settings_blocked_devices_hint")}</p>
      <QueryState query={pages}>
        {(devices) =>
          devices.length === 0 ? (
            <p className="soft">{text("settings_blocked_no_devices")}</p>
          ) : (
            <>
              <ul className="rows">
                {devices.map((device) => (
                  <Row
                    key={`${device.node_id} ${device.device_id}`}
                    path={`/v1/staff/blocked_devices/${part(device.node_id)}/${part(device.device_id)}`}
                    list={DEVICES}
                    id={device.device_id}
                    {...device}
                  />
                ))}
              </ul>
              <MoreButton pages={pages} />
            </>
          )
        }
      </QueryState>
    </section>
  );
}

function Addresses() {
  const text = useText();
  const pages = usePages<BlockedAddress>(ADDRESSES, "/v1/staff/blocked_addresses");
  return (
    <section className="settings__part" aria-labelledby="addresses">
      <h2 className="section__title" id="addresses">
        {text("settings_blocked_addresses")}
      </h2>
      <p className="soft">{text("settings_blocked_addresses_hint")}</p>
      <QueryState query={pages}>
        {(addresses) =>
          addresses.length === 0 ? (
            <p className="soft">{text("settings_blocked_no_addresses")}</p>
          ) : (
            <>
              <ul className="rows">
                {addresses.map((address) => (
                  <Row
                    key={`${address.node_id} ${address.address_id}`}
                    path={`/v1/staff/blocked_addresses/${part(address.node_id)}/${part(address.address_id)}`}
                    list={ADDRESSES}
                    id={address.address_id}
                    {...address}
                  />
                ))}
              </ul>
              <MoreButton pages={pages} />
            </>
          )
        }
      </QueryState>
    </section>
  );
}

const part = encodeURIComponent;

interface RowProps {
  path: string;
  list: string;
  /** The hash: nobody sees the device or the address itself. */
  id: string;
  node_id: string;
  blocked_by: string;
  blocked_at: string;
  ends_at?: string;
}

function Row({ path, list, id, node_id, blocked_by, blocked_at, ends_at }: RowProps) {
  const text = useText();
  const toast = useToast();
  const formatTime = useTimeFormat();
  const nodeName = useNodeName();
  const { rights } = useSession();
  const unblock = useAct({ call: () => call("DELETE", path), changes: [list] }, () =>
    toast({ text: text("settings_blocked_unblocked") }),
  );
  return (
    <li className="row">
      <div className="row__main">
        <p className="row__title">
          <code dir="ltr">{id}</code>
        </p>
        <p className="small soft">
          <bdi>{nodeName(node_id)}</bdi> ·{" "}
          {text("settings_blocked_by", { time: formatTime(blocked_at), name: blocked_by })}
        </p>
        {ends_at && (
          <p className="small soft">{text("settings_blocked_until", { time: formatTime(ends_at) })}</p>
        )}
        <SettingsProblem error={unblock.error} />
      </div>
      {rights.includes("chat") && (
        <Button
          kind="secondary"
          size="small"
          label={text("settings_blocked_unblock_label", { id })}
          isBusy={unblock.isBusy}
          onPress={unblock.run}
        >
          {text("settings_blocked_unblock")}
        </Button>
      )}
    </li>
  );
}
