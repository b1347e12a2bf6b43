import furtherStyles from "../styles/further.css?inline";
import { adoptStyles } from "../theme/adoptStyles";
import { AgeQuestion } from "./age";
import { AgreementQuestion } from "./agreement";
import { ChecklistQuestion } from "./checklist";
import { CustomScoreQuestion } from "./custom_score";
import { CustomerSchemaQuestion } from "./customer_schema";
import { DatepickerQuestion } from "./datepicker";
import { DropdownQuestion } from "./dropdown";
import { DynamicRequestQuestion } from "./dynamic_request";
import type { FurtherKinds } from "./kind";
import { LinkQuestion } from "./link";
import { MatrixQuestion } from "./matrix";
import { NamingQuestion } from "./naming";
import { NumericQuestion } from "./numeric";
import { PhoneNumberQuestion } from "./phone_number";
import { PlainQuestion } from "./plain";
import { RadioQuestion } from "./radio";
import { RandomQuestion } from "./random";
import { RankingQuestion } from "./ranking";
import { SliderQuestion } from "./slider";
import { StarQuestion } from "./star";
import { TextQuestion } from "./text";

adoptStyles(furtherStyles);

/** The kinds that few flows ask: a file of its own, with the style rules of their inputs. */
export const FURTHER_KINDS: FurtherKinds = {
  age: AgeQuestion,
  agreement: AgreementQuestion,
  custom_score: CustomScoreQuestion,
  customer_schema: CustomerSchemaQuestion,
  datepicker: DatepickerQuestion,
  dropdown: DropdownQuestion,
  dynamic_multiple_choice: RadioQuestion,
  dynamic_multiple_value: ChecklistQuestion,
  dynamic_request: DynamicRequestQuestion,
  external_id: TextQuestion,
  gender: RadioQuestion,
  link: LinkQuestion,
  matrix: MatrixQuestion,
  naming: NamingQuestion,
  numeric: NumericQuestion,
  phone_number: PhoneNumberQuestion,
  plain: PlainQuestion,
  random: RandomQuestion,
  ranking: RankingQuestion,
  slider: SliderQuestion,
  star: StarQuestion,
};
