/** Images in a chat: a part with a script of its own, for the chats in which some are sent or can be. */
import { adoptStyles } from "../../theme/adoptStyles";
import styles from "../styles/attachments.css?inline";

export { AttachmentField } from "./AttachmentField";
export { FileRefusal } from "./FileRefusal";
export { PictureView } from "./PictureView";

adoptStyles(styles);
