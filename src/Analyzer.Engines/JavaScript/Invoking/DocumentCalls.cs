using System.Collections.Frozen;
using System.Text.RegularExpressions;
using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>
/// What the functions of PDF readers do (Adobe's "JavaScript for Acrobat API PathReference"). A script's own functions do nothing by
/// themselves:
/// their bodies are looked at where they stand.
/// </summary>
internal static class DocumentCalls
{
    private const int MaxPage = 100_000;

    // CVE-2008-2992: a field so wide that its number overflows.
    private static readonly Regex WideField = new("%[-+ 0#,]*[0-9]{4,}", RegexOptions.NonBacktracking);

    // CVE-2009-0927, CVE-2007-5659, CVE-2009-4324, CVE-2009-1493, CVE-2010-4091.
    private static readonly FrozenSet<string> Exploits = FrozenSet.Create(
        StringComparer.Ordinal, "collectEmailInfo", "newPlayer", "customDictionaryOpen", "printSeps");

    private static readonly FrozenSet<string> Starts = FrozenSet.Create(
        StringComparer.Ordinal, "openDataObject", "importDataObject", "openDoc", "newDoc", "browseForDoc", "openFDF");

    private static readonly FrozenSet<string> Connects = FrozenSet.Create(
        StringComparer.Ordinal,
        "launchURL", "getURL", "submitForm", "mailMsg", "mailDoc", "mailForm", "mailGetAddrs", "gotoURL", "importAnFDF", "importAnXFDF",
        "importTextData", "importXFAData", "importIcon", "importData", "getURLData", "getURLSettings");

    // These are of browsers: a script that asks for them tries readers that are made of one.
    private static readonly FrozenSet<string> BrowserCalls = FrozenSet.Create(
        StringComparer.Ordinal,
        "XMLHttpRequest", "fetch", "sendBeacon", "WebSocket", "EventSource", "importScripts", "ActiveXObject", "Image");

    // Memory as such, and members that run code when they are read: attacks lay out the heap with the first (CVE-2018-9958), and
    // free an object under the reader's hands with the second. No form needs either.
    private static readonly FrozenSet<string> MemoryCalls = FrozenSet.Create(
        StringComparer.Ordinal,
        "ArrayBuffer", "SharedArrayBuffer", "DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array",
        "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array", "defineProperty",
        "defineProperties", "__defineGetter__", "__defineSetter__");

    private static readonly FrozenSet<string> Exports = FrozenSet.Create(
        StringComparer.Ordinal,
        "exportAsFDF", "exportAsXFDF", "exportAsText", "exportXFAData", "exportData", "saveAs", "extractPages", "setPersistent");

    private static readonly FrozenSet<string> Shows = FrozenSet.Create(
        StringComparer.Ordinal, "alert", "response", "popUpMenu", "popUpMenuEx", "execDialog", "messageBox", "beep");

    private static readonly FrozenSet<string> Others = FrozenSet.Create(
        StringComparer.Ordinal,
        "createDataObject", "setDataObjectContents", "getDataObjectContents", "removeDataObject", "embedDocAsDataObject", "addScript",
        "setAction", "setPageAction", "addMenuItem", "addSubMenu", "addToolButton", "trustedFunction", "trustPropagatorFunction",
        "beginPriv", "endPriv", "insertPages", "replacePages", "deletePages", "addLink", "addWeblinks",
        "encryptForRecipients", "encryptUsingPolicy", "readFileIntoStream", "subscribe", "documentToStream",
        "getColorConvertAction", "applyEffect");

    // The items that only move in the document, or change how it looks.
    private static readonly FrozenSet<string> PlainItems = FrozenSet.Create(
        StringComparer.Ordinal,
        "Print", "FirstPage", "PrevPage", "NextPage", "LastPage", "GoBack", "GoForward", "FitPage", "FitWidth", "FitVisible", "ActualSize",
        "ZoomTo", "ZoomViewIn", "ZoomViewOut", "SinglePage", "OneColumn", "TwoPages", "TwoColumns", "FullScreen", "FullScreenMode",
        "ShowHideBookmarks", "ShowHideThumbnails", "ShowHideToolBar", "ShowHideMenuBar", "ShowHideNavigationPanels", "Find", "GoToPage",
            "Close",
        "RotateCW", "RotateCCW", "ClearForm", "HelpReader", "AboutReader");

    // Of the document (this) and the application; others of theirs are not known to be harmless.
    private static readonly FrozenSet<string> Plain = FrozenSet.Create(
        StringComparer.Ordinal,
        "getField", "getNthFieldName", "resetForm", "calculateNow", "print", "getPrintParams", "scroll", "gotoNamedDest", "getPageNumWords",
        "getPageNthWord", "getPageNthWordQuads", "getPageBox", "getPageRotation", "getPageLabel", "getPageTransition", "setPageTransitions",
        "setPageLabels", "setPageTabOrder", "setPageRotations", "setPageBoxes", "getAnnot", "getAnnots", "addAnnot", "syncAnnotScan",
        "selectPageNthWord", "spawnPageFromTemplate", "getTemplate", "createTemplate", "removeTemplate", "addField", "removeField",
            "closeDoc",
        "getOCGs", "getOCGOrder", "setOCGOrder", "getLegalWarnings", "getSound", "getIcon", "addIcon", "removeIcon", "getDataObject",
        "exportAsFDFStr", "exportAsXFDFStr", "getModifications", "getUserUnitSize", "scrollTo", "addThumbnails", "removeThumbnails",
        "bringToFront", "resolveNode", "resolveNodes", "getNthTemplate", "removeLinks", "getLinks", "removeScript",
        "clearInterval", "clearTimeOut", "goBack", "goForward", "hideMenuItem", "hideToolbarButton", "listMenuItems", "listToolbarButtons",
        "getNthPlugInName", "findComponent", "getString", "getPath", "removeToolButton", "println", "show", "hide", "clear", "printf",
            "printd", "printx", "scand",
        "setTimeOut", "setInterval", // Their text is judged by itself.
        "openPlayer", "createPlayer", "startPlayer", "getPlayers", "getRenditionSettings", "Events", "MediaSettings", "getAnnots3D",
        "getAnnotRichMedia", "callAS", "xmlToSpans", "spansToXML",
        "byteToChar", "charToByte", "convert", "equal", "check", "checkWord", "checkText", "say", "speak", "queueText", "talk", "reset",
        "toString", "valueOf", "hasOwnProperty", "toSource");

    private static readonly FrozenSet<string> Objects = FrozenSet.Create(
        StringComparer.Ordinal,
        "app", "Collab", "spell", "media", "security", "identity", "this.media", "app.media", "Net", "SOAP", "ADBC");

    // In an XML form the script's own objects may have these names.
    private static readonly FrozenSet<string> DocumentObjects = FrozenSet.Create(
        StringComparer.Ordinal,
        "this", "util", "search", "catalog", "console", "color", "tts", "RSS", "this.external", "dbg", "ANFB", "DirConnection");

    /// <returns>What a function does that is handed on; null for what is harmless.</returns>
    public static ScriptEffect? JudgeMention(string name) =>
        Exploits.Contains(name) ? ScriptEffect.Exploit
        : Starts.Contains(name) || name is "exportDataObject" or "execMenuItem" ? ScriptEffect.Starts
        : Connects.Contains(name) ? ScriptEffect.Connects
        : Exports.Contains(name) ? ScriptEffect.Exports
        : null;

    // A variable may be the object that names its arguments.
    private static bool MayStart(Call call) => call.Arguments is [not ObjectExpression and var only]
        ? call.Folder.Fold(only) is not string
        : call.Argument(2, "nLaunch") is not (Undefined or 0.0);

    // The data of a form in the document's own folder: who gets the document alone has none, and what comes with it is judged by itself.
    private static bool IsBeside(object? path) =>
        path is string name && name.AsSpan().IndexOfAny('/', '\\', ':') < 0
        && (name.EndsWith(".fdf", StringComparison.OrdinalIgnoreCase) || name.EndsWith(".xfdf", StringComparison.OrdinalIgnoreCase));

    private static bool IsClick(string activity) => activity is "click" or "mouseUp" or "mouseDown";

    /// <returns>Null for what only moves, formats, calculates or prints, and for the script's own functions.</returns>
    /// <param name="isForm">Whether it runs in an XML form, where <c>this</c> is a part of the form.</param>
    public static ScriptEffect? Judge(Call call, Bindings bindings, bool isForm)
    {
        if (call.Name is not { } name)
        {
            return ScriptEffect.Other;
        }

        return name switch
        {
            _ when Exploits.Contains(name) => ScriptEffect.Exploit,
            "getIcon" when call.IsOf("Collab") => ScriptEffect.Exploit,
            "setProfile" when call.IsOf("app") => ScriptEffect.Exploit,
            "printf" when call.Argument(0) is string format && WideField.IsMatch(format) => ScriptEffect.Exploit,
            "getAnnots" when call.Argument(0, "nPage") is double and (> MaxPage or < -MaxPage) => ScriptEffect.Exploit,
            "exportDataObject" => MayStart(call) ? ScriptEffect.Starts : ScriptEffect.Exports,
            "execMenuItem" => call.Argument(0, "cMenuItem") is string item && PlainItems.Contains(item) ? null : ScriptEffect.Starts,
            "stringFromStream" => ScriptEffect.Decodes,
            "importAnFDF" or "importAnXFDF" when IsBeside(call.Argument(0, "cPath")) => null,
            _ when Starts.Contains(name) => ScriptEffect.Starts,
            "execEvent" => call.Argument(0) is string { Length: > 0 } activity && !IsClick(activity) ? null : ScriptEffect.Clicks,
            _ when BrowserCalls.Contains(name) && !bindings.Has(name) => ScriptEffect.Connects,
            _ when MemoryCalls.Contains(name) && !bindings.Has(name) => ScriptEffect.Other,
            "parse" when call.IsOf("XMLData") && call.Argument(0) is string xml && xml.Contains("<!", StringComparison.Ordinal) =>
                ScriptEffect.Connects,
            "execute" when call.Owner?.Contains("connectionSet", StringComparison.Ordinal) == true => ScriptEffect.Connects,
            _ when Connects.Contains(name) || call.IsOf("Net") || call.IsOf("SOAP") || call.IsOf("ADBC") => ScriptEffect.Connects,
            // The reader is asked where to.
            "exportData" or "exportXFAData" or "exportAsFDF" or "exportAsXFDF" when call.Arguments.Count == 0 => null,
            _ when Exports.Contains(name) => ScriptEffect.Exports,
            _ when Shows.Contains(name) => ScriptEffect.Shows,
            _ when Others.Contains(name) => ScriptEffect.Other,
            _ when call.Owner is { } owner && (Objects.Contains(owner) || (!isForm && DocumentObjects.Contains(owner)))
                && !Plain.Contains(name) && !bindings.Has(name) && !bindings.Functions.Contains(name) => ScriptEffect.Other,
            _ => null,
        };
    }

}
