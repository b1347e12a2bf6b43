import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import { accessibleViewer } from "./accessibleViewer";

// Shows the description of the HTTP interface (docs/api.md#description). Everything comes from this server.
SwaggerUI({
  url: "../openapi.json",
  domNode: document.getElementById("reference"),
  deepLinking: true,
  // Closed, since there are many: a reader sees what there is before how it is.
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  filter: true,
  // Each of its themes has a color with too little contrast.
  syntaxHighlight: false,
  plugins: [accessibleViewer],
  // The default sends the description to a server on the internet.
  validatorUrl: null,
});
