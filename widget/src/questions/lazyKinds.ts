import type { Style } from "../engine/types";
import lazyStyles from "../styles/lazy/index.css?inline";
import { adoptStyles } from "../theme/adoptStyles";
import type { UploadStyle } from "../uploads/styles";
import { AgeQuestion } from "./AgeQuestion";
import { AgreementQuestion } from "./AgreementQuestion";
import { AnyMatrixQuestion } from "./AnyMatrixQuestion";
import { CustomerSchemaQuestion } from "./CustomerSchemaQuestion";
import { CustomScoreQuestion } from "./CustomScoreQuestion";
import type { COMMON_KINDS } from "./commonKinds";
import { DatepickerQuestion } from "./DatepickerQuestion";
import { DropdownQuestion } from "./DropdownQuestion";
import { DynamicChoiceQuestion } from "./DynamicChoiceQuestion";
import { LinkQuestion } from "./LinkQuestion";
import { NamingQuestion } from "./NamingQuestion";
import { NumericQuestion } from "./NumericQuestion";
import { PlainQuestion } from "./PlainQuestion";
import { PhoneNumberQuestion } from "./phone/PhoneNumberQuestion";
import { PhoneVerificationQuestion } from "./phone/PhoneVerificationQuestion";
import type { QuestionKind } from "./props/questionProps";
import { RadioQuestion } from "./RadioQuestion";
import { RandomQuestion } from "./RandomQuestion";
import { RankingQuestion } from "./RankingQuestion";
import { SliderQuestion } from "./SliderQuestion";
import { StarQuestion } from "./StarQuestion";
import { TextQuestion } from "./TextQuestion";

adoptStyles(lazyStyles);

type LazyStyle = Exclude<Style, keyof typeof COMMON_KINDS | UploadStyle | "hidden_field">;

/**
 * The components of the less common styles: a chunk of its own, together with the CSS of their inputs. A style that is
 * in no table (the third one is in `files/index.ts`) does not compile. The engine shows no hidden field.
 */
export const LAZY_KINDS: Record<LazyStyle, QuestionKind> = {
  age: AgeQuestion,
  agreement: AgreementQuestion,
  custom_score: CustomScoreQuestion,
  customer_schema: CustomerSchemaQuestion,
  datepicker: DatepickerQuestion,
  dropdown: DropdownQuestion,
  dynamic_multiple_choice: DynamicChoiceQuestion,
  dynamic_multiple_value: DynamicChoiceQuestion,
  dynamic_request: TextQuestion,
  external_id: TextQuestion,
  gender: RadioQuestion,
  link: LinkQuestion,
  matrix: AnyMatrixQuestion,
  naming: NamingQuestion,
  numeric: NumericQuestion,
  phone_number: PhoneNumberQuestion,
  phone_verification: PhoneVerificationQuestion,
  plain: PlainQuestion,
  random: RandomQuestion,
  ranking: RankingQuestion,
  slider: SliderQuestion,
  star: StarQuestion,
};
