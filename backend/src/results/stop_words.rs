//! Words that nearly every text of a language has, and that say nothing about it (docs/results.md#words).

/// Returns them for the code of a language, such as `pt-BR`; none for a language that is not listed.
pub(super) fn stop_words(code: &str) -> impl Iterator<Item = &'static str> {
    let language = code.split(['-', '_']).next().unwrap_or_default();
    let listed = LISTS
        .iter()
        .find(|(listed, _)| language.eq_ignore_ascii_case(listed));
    listed.map_or("", |(_, words)| words).split_ascii_whitespace()
}

const LISTS: &[(&str, &str)] = &[
    (
        "ar",
        "في من على إلى عن مع أن إن لا ما هذا هذه ذلك التي الذي كان كانت هو هي أو ثم قد لم لن كل بعد قبل",
    ),
    (
        "de",
        "aber alle als also am an auch auf aus bei bin bis da das dass dem den der des die doch du ein eine einem einen einer
         er es für haben hat hatte ich ihr im in ist ja kann man mein mich mir mit nach nicht noch nur ob oder schon sehr
         sich sie sind so um und uns unter vom von vor war waren was wenn wie wir wird wurde zu zum zur über",
    ),
    (
        "en",
        "about all also am an and are as at be because been but by can could did do does for from had has have he her him his if
         in into is it its just me more my no not of on or our out she so some than that the their them then there they this to
         up us very was we were what when which who will with would you your don didn",
    ),
    (
        "es",
        "al algo como con cuando de del el ella en era es esta este esto está fue ha hay la las le lo los me mi muy más nada ni no
         nos os para pero por porque que se ser si sin sobre son su sus te todo tu un una uno ya yo",
    ),
    (
        "fr",
        "ai au aux avec avait avons bien ce ces cette dans de des du elle en est et fait il ils je la le les leur lui ma mais me
         mes mon même ne nous on ont ou par pas pour plus qu que qui sa sans se ses si son sont sur ta te tout très tu un une
         vos votre vous était été",
    ),
    (
        "it",
        "ad al alla anche che chi ci come con da dal dalla dei del della delle di dove ed era gli ha ho il in io la le lo lui ma
         mi mia mio molto ne nei nel nella noi non per perché più quando questa questo se si sono su sua sul suo tutto un una
         uno vi è",
    ),
    (
        "nl",
        "aan al als bij dat de der deze die dit door een en er het hij hoe ik in is je kan maar me met mijn naar niet nog om ook op
         over te tot uit van veel voor was wat we wel werd wij ze zeer zijn zo",
    ),
    (
        "pl",
        "ale być bardzo był była było czy co dla do go ich ja jak jest już kiedy mi mnie na nad nie niż od oraz po pod przez przy
         są się tak tam ten tego to tu tylko tym że za ze",
    ),
    (
        "pt",
        "ao as com como da das de do dos ela ele em era essa esse esta este está eu foi isso isto já lhe mais mas me meu minha
         muito na nas no nos não nós os ou para pela pelo por porque que se sem ser seu sua são só também te tem um uma você à",
    ),
    (
        "ru",
        "бы был была было вам вас во все всё вы где да для до его ее её если есть еще ещё же за из или их как когда ко ли мне мы
         на нас не него нет но он она они от очень по при про с со так то только ты у уже что это этот я",
    ),
    (
        "tr",
        "ama ben bir biz bu bunu ben bana beni çok da daha de değil diye en gibi hem hep her hiç için ile ise kadar ki mi mı mu
         mü ne nasıl o olan olarak oldu olduğu sadece sen siz şey şu ve veya var ya yok",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_of_a_language_have_its_words() {
        assert!(stop_words("pt-BR").any(|word| word == "você"));
        assert!(stop_words("EN").any(|word| word == "the"));
        assert_eq!(stop_words("xx").count(), 0);
    }

    #[test]
    fn words_have_the_form_in_which_they_are_compared() {
        for word in LISTS.iter().flat_map(|(code, _)| stop_words(code)) {
            assert_eq!(word, word.to_lowercase());
        }
    }
}
