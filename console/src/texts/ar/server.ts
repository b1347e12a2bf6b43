import type { server as english } from "../en/server";
import type { InLanguage } from "../types";

/** What a server knows about itself, by the codes of its conditions, in Arabic. */
export const server: InLanguage<typeof english> = {
  server_no_risky_option: "لا يوجد خيار محفوف بالمخاطر.",
  server_visitors_unencrypted:
    "يصل الزوار إلى الخادم من دون تشفير. ضع أمامه وكيلًا يستخدم HTTPS، وابدأ \u2066--public-url\u2069 بـ \u2066https://\u2069.",
  server_proxy_not_trusted:
    "أمام الخادم وكيل، لكن الخادم لا يثق بأي وكيل، ولذلك لا يبدأ. حدّد عنوان الوكيل عبر \u2066--trusted-proxies\u2069.",
  server_all_proxies_trusted:
    "يثق الخادم بكل عنوان على أنه وكيل، فيختار كل عميل الحدود التي تُطبَّق عليه. حدّد شبكات وكلائك فقط عبر \u2066--trusted-proxies\u2069.",
  server_no_rate_limits:
    "لا شيء يحدّ من عدد الطلبات التي يرسلها أي شخص. احذف \u2066--rate-limit\u2069 أو ارفع حدودًا بعينها.",
  server_no_sign_in_limit:
    "لا شيء يحدّ من عدد محاولات تخمين كلمة المرور. احذف \u2066sign_in\u2069 من \u2066--rate-limit\u2069 أو ارفع قيمته.",
  server_private_connectors:
    "يمكن للموصّلات استدعاء عناوين في شبكتك الخاصة، ومن دون تشفير أيضًا. احذف \u2066--allow-private-connectors\u2069 ما لم يحتج إليه أحدها.",
  server_private_webhooks:
    "يمكن لخطافات الويب استدعاء عناوين في شبكتك الخاصة، ومن دون تشفير أيضًا. احذف \u2066--allow-private-webhooks\u2069 ما لم يحتج إليه أحدها.",
  server_public_metrics:
    "يستطيع كل من يصل إلى عنوان \u2066--metrics\u2069 قراءة القياسات. اختر عنوانًا على هذا الجهاز أو في شبكتك الخاصة.",
  server_text_messages_logged:
    "يكتب الخادم الرسائل النصية في السجل مع الرموز التي فيها. اضبط \u2066--sms-url\u2069 على بوابتك.",
  server_mail_unencrypted:
    "يُرسَل البريد إلى خادم البريد من دون تشفير. ابدأ \u2066--smtp-url\u2069 بـ \u2066starttls://\u2069 أو \u2066smtps://\u2069 إن كان خادم البريد يدعم ذلك.",
  server_scanner_unencrypted:
    "تُرسَل ملفات الزوار إلى برنامج الفحص من دون تشفير. شغّل برنامج الفحص على هذا الجهاز، أو اتصل به عبر شبكة مشفّرة.",
  server_active_documents:
    "تصل إلى الفريق مستندات تحتوي على برامج نصية أو ملفات. احذف \u2066--allow-active-documents\u2069 ما لم تحتج إلى مثل هذه المستندات.",
  server_runs_as_root: "يعمل الخادم بصلاحيات \u2066root\u2069. شغّله بمستخدم خاص به.",
  server_database_unencrypted:
    "قد يكون الاتصال بقاعدة PostgreSQL على جهاز آخر غير مشفّر. أضف \u2066?sslmode=verify-full\u2069 إلى عنوان قاعدة البيانات، أو على الأقل \u2066?sslmode=require\u2069.",
  server_redis_unencrypted:
    "الاتصال بـ Redis على جهاز آخر غير مشفّر. ابدأ \u2066--redis\u2069 بـ \u2066rediss://\u2069.",
  server_files_unencrypted:
    "تُرسَل الملفات إلى مخزنها على جهاز آخر من دون تشفير. ابدأ عنوان \u2066--files\u2069 بـ \u2066https://\u2069.",
  server_traces_unencrypted:
    "تُرسَل بيانات التتبّع إلى جهاز آخر من دون تشفير. ابدأ \u2066--otlp\u2069 بـ \u2066https://\u2069.",
  server_database_ready: "تُخزّن ما يُرسَل.",
  server_database_unavailable:
    "لا تُخزّن ما يُرسَل. راجع السجل وشغّل الأمر «pulsen doctor». تحتفظ الصفحات بالآراء وترسلها مرة أخرى.",
  server_database_space: "المساحة الحرة لقاعدة البيانات: {size}.",
  server_database_space_low:
    "المساحة الحرة لقاعدة البيانات: {size}. أفرغ مساحة: دون الحد المحجوز (\u2066--disk-reserve\u2069) يرفض الخادم الآراء الكبيرة والملفات المرفوعة.",
  server_database_space_unknown: "تتعذر معرفة المساحة المتاحة لقاعدة البيانات. راجع السجل.",
  server_file_space: "المساحة الحرة للملفات: {size}.",
  server_file_space_low:
    "المساحة الحرة للملفات: {size}. أفرغ مساحة: دون الحد المحجوز (\u2066--disk-reserve\u2069) يرفض الخادم الآراء الكبيرة والملفات المرفوعة.",
  server_file_space_unknown: "تتعذر معرفة المساحة المتاحة للملفات. راجع السجل.",
  server_redis_ready: "يجيب.",
  server_redis_unavailable: "غير متاح. تستمر الخوادم من دونه، لكن كلًّا منها يرى تغييرات غيره متأخرًا.",
  server_mail_punctual: "لا توجد رسالة تنتظر منذ أكثر من ساعة.",
  server_mail_late:
    "{count, plural, zero {لا توجد رسالة تنتظر.} one {رسالة واحدة تنتظر منذ أكثر من ساعة.} two {رسالتان تنتظران، أقدمهما منذ أكثر من ساعة.} few {# رسائل تنتظر، أقدمها منذ أكثر من ساعة.} many {# رسالة تنتظر، أقدمها منذ أكثر من ساعة.} other {# رسالة تنتظر، أقدمها منذ أكثر من ساعة.}} شغّل الأمر «pulsen doctor»: فهو يسأل خادم البريد.",
  server_deliveries_punctual: "لم يفشل أي تسليم نهائيًا.",
  server_deliveries_late:
    "{count, plural, zero {لا يوجد تسليم ينتظر.} one {تسليم واحد ينتظر منذ أكثر من ساعة.} two {تسليمان ينتظران، أقدمهما منذ أكثر من ساعة.} few {# عمليات تسليم تنتظر، أقدمها منذ أكثر من ساعة.} many {# عملية تسليم تنتظر، أقدمها منذ أكثر من ساعة.} other {# عملية تسليم تنتظر، أقدمها منذ أكثر من ساعة.}} راجع خطافات الويب: هناك مستلم لا يجيب.",
  server_deliveries_failed:
    "{count, plural, zero {لم يفشل أي تسليم نهائيًا.} one {فشل تسليم واحد نهائيًا.} two {فشل تسليمان نهائيًا.} few {فشلت # عمليات تسليم نهائيًا.} many {فشلت # عملية تسليم نهائيًا.} other {فشلت # عملية تسليم نهائيًا.}} راجع خطافات الويب: أصلح المستلم، ثم أعد إرسال عمليات التسليم.",
};
