export { startCustomer } from "./customerRun";
export { readSignedCustomer } from "./signedCustomer";
