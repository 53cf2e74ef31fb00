namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>The components of Windows that ordinary pages have scripts for: they play films, show help, read XML.</summary>
internal static class Players
{
    private static readonly string[] Classes =
    [
        "D27CDB6E-AE6D-11CF-96B8-444553540000", // Flash
        "6BF52A52-394A-11D3-B153-00C04F79FAA6", // Windows Media Player
        "22D6F312-B0F6-11D0-94AB-0080C74C7E95", // Windows Media Player, of before version 7
        "02BF25D5-8C17-4B23-BC80-D3488ABDDC6B", // QuickTime
        "CFCDAA03-8BE4-11CF-B84B-0020AFBBCCFA", // RealPlayer
        "ADB880A6-D8FF-11CF-9377-00AA003B7A11", // HTML Help
        "9BE31822-FDAD-461B-AD51-BE1D1C159921", // VLC
    ];

    // By the beginning of the name. What else has a name is judged by PageCalls.
    private static readonly string[] Names = ["ShockwaveFlash.", "WMPlayer.", "MediaPlayer.", "Microsoft.XMLDOM", "MSXML.", "htmlfile"];

    /// <param name="component">The attribute <c>classid</c>, such as <c>clsid:D27CDB6E-AE6D-11cf-96B8-444553540000</c>.</param>
    public static bool Has(string component) =>
        Array.Exists(Classes, known => component.Contains(known, StringComparison.OrdinalIgnoreCase));

    /// <param name="name">That of a component, such as <c>WMPlayer.OCX.7</c>.</param>
    public static bool HasName(string name) =>
        Array.Exists(Names, known => name.StartsWith(known, StringComparison.OrdinalIgnoreCase));
}
