import { PulsenInline, PulsenWidget } from "@pulsen/widget/react";
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const root = document.querySelector("#application");
const widget = { code: "PSN-DEMO123", origin: root.dataset.provider };

const ROUTES = {
  "#order": { name: "Your order", Page: Order },
  "#feedback": { name: "Your opinion", Page: Opinion },
};

function Application() {
  const route = useRoute();
  const { Page } = ROUTES[route];
  return (
    <>
      <nav className="tabs" aria-label="Application">
        {Object.entries(ROUTES).map(([hash, { name }]) => (
          <a key={hash} href={hash} aria-current={hash === route ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <Page />
    </>
  );
}

/** The widget with its launcher, which also a button of the page opens. */
function Order() {
  const [pulsen, setPulsen] = useState();
  const [message, setMessage] = useState("");
  return (
    <section>
      <h2>Order 1042 is on its way</h2>
      <p>Two bags of First Ferry, roasted on Thursday.</p>
      <button className="button" type="button" disabled={!pulsen} onClick={() => pulsen.open()}>
        Something is wrong with it
      </button>
      <p role="status">{message}</p>
      <PulsenWidget
        {...widget}
        attributes={{ order: "1042" }}
        onReady={(loaded) => setPulsen(() => loaded)}
        on={{
          PSN_FEEDBACK_SUBMITTED: ({ feedback_id }) => setMessage(`Thank you. Your feedback is ${feedback_id}.`),
        }}
      />
    </section>
  );
}

/** The same flow as a part of the page. */
function Opinion() {
  return (
    <section>
      <h2>How are we doing?</h2>
      <PulsenInline {...widget} reservedHeight={400} className="place" />
    </section>
  );
}

function useRoute() {
  const read = () => (location.hash in ROUTES ? location.hash : "#order");
  const [route, setRoute] = useState(read);
  useEffect(() => {
    const follow = () => setRoute(read());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}

createRoot(root).render(
  <StrictMode>
    <Application />
  </StrictMode>,
);
