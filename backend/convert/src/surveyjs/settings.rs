//! Settings that are read, and those that only change how a survey looks: no report names them.

/// Settings of a survey.
pub(super) const SURVEY: &str = "\
    autoAdvanceEnabled autoFocusFirstQuestion backgroundImage backgroundOpacity checkErrorsMode \
    clearInvisibleValues completedBeforeHtml completedHtml completeText cookieName css description editText \
    elements firstPageIsStarted firstPageIsStartPage fitToContainer focusFirstQuestionAutomatic focusOnFirstError \
    fontFamily goNextPageAutomatic gridLayoutEnabled headerView isSinglePage lazyRenderEnabled lazyRendering \
    loadingHtml locale logo logoFit logoHeight logoPosition logoWidth matrixDragHandleArea maxOthersLength \
    maxTextLength maxTimeToFinish mode navigateToUrl pageNextText pagePrevText pages previewText \
    progressBarInheritWidthFrom progressBarLocation progressBarShowPageNumbers progressBarShowPageTitles \
    progressBarType questionDescriptionLocation questionErrorLocation questions questionsOnPageMode questionsOrder \
    questionStartIndex questionTitleLocation questionTitlePattern requiredMark requiredText schemaVersion \
    sendResultOnPageNext showCompletedPage showCompletePage showNavigationButtons showPageTitles showPrevButton \
    showPreviewBeforeComplete showProgressBar showQuestionNumber showQuestionNumbers showTitle showTOC \
    startSurveyText storeOthersAsComment surveyId surveyPostId textUpdateMode themeVariables timeLimit title \
    tocLocation validateVisitedEmptyFields width widthMode";

/// Settings of questions of all types, and of panels.
pub(super) const QUESTION: &str = "\
    acceptCarriageReturn addPanelText addRowButtonLocation addRowLocation addRowText allowAddPanel allowAddRows \
    allowClear allowImagesPreview allowMultiple allowRemovePanel allowRemoveRows allowResize allowRowReorder \
    allowRowsDragAndDrop alternateRows altText autocomplete autoGenerate autoGrow cellErrorLocation cellType \
    choices choicesByUrl choicesEnableIf choicesFromQuestion choicesLazyLoadEnabled choicesMax choicesMin \
    choicesOrder choicesStep choicesVisibleIf clearIfInvisible closeOnSelect colCount cols colSpan columnColCount \
    columnLayout columnMinWidth columns columnsVisibleIf commentPlaceholder commentText confirmDelete \
    confirmDeleteText contentMode defaultPanelValue defaultRowValue description descriptionLocation displayMode \
    displayRateDescriptionsAsExtremeItems dontKnowText eachRowRequired effectiveColSpan elements errorLocation \
    gridLayoutColumns hasComment hasNone hasOther hasSelectAll hideColumnsIfEmpty hideNumber hideSelectedItems \
    horizontalScroll html id imageFit imageHeight imageLink imageLinkName imageWidth indent innerIndent inputType \
    isAllRowRequired isRequired isRequiredOther items itemSize itemTitleWidth label labelCount labelFalse \
    labelTrue longTap max maxErrorText maxLength maxPanelCount maxRateDescription maxRowCount maxSelectedChoices \
    maxValueErrorText maxWidth min minErrorText minLength minPanelCount minRateDescription minRowCount \
    minSelectedChoices minValueErrorText minWidth multiSelect name needConfirmRemoveFile newPanelPosition noneText \
    optionsCaption otherErrorText otherPlaceholder otherPlaceHolder otherText page panelAddText panelCount \
    panelRemoveText parentId placeHolder placeholder questions questionsOnPageMode questionTitleWidth \
    rateColorMode rateCount rateDisplayMode rateMax rateMin rateStep rateType rateValues readOnly refuseText \
    removePanelText removeRowText renderAs renderMode requiredErrorText rowCount rowOrder rows rowsOrder \
    rowsVisibleIf rowTitleWidth scaleColorMode searchEnabled searchMode selectAllText selectToRankEnabled \
    separateSpecialChoices showCommentArea showDontKnowItem showHeader showLabel showLabels showNoneItem \
    showNumber showOtherItem showPreview showRangeInput showRefuseItem showSelectAllItem showTooltip size \
    sliderType sourceType startWithNewLine state step storeDataAsText storeOthersAsComment swapOrder \
    templateDescription templateElements templateTitle textUpdateMode textWrapEnabled title titleLocation \
    tooltipVisibility transposeData type useDisplayValuesInDynamicTexts useDisplayValuesInTitle validators \
    valueFalse valueName valueTrue verticalAlign visible visibleIf waitForUpload width";
