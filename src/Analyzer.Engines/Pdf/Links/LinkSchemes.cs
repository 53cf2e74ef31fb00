using System.Collections.Frozen;
using Analyzer.Engines.Pdf.Actions;

namespace Analyzer.Engines.Pdf.Links;

/// <summary>What the schemes of addresses mean for who opens them.</summary>
internal static class LinkSchemes
{
    /// <summary>Most schemes of Windows begin so; each is handled by a program, some of which start what they are told to.</summary>
    private const string Windows = "ms-";

    private static readonly FrozenDictionary<string, ActionKinds>.AlternateLookup<ReadOnlySpan<char>> Known = new Dictionary<string,
        ActionKinds>
    {
        // CVE-2022-30190 and the searches that show a share as a folder.
        ["search-ms"] = ActionKinds.Handler,
        ["search"] = ActionKinds.Handler,
        ["shell"] = ActionKinds.Handler,
        ["hcp"] = ActionKinds.Handler,
        ["its"] = ActionKinds.Handler,
        ["mk"] = ActionKinds.Handler,
        ["mhtml"] = ActionKinds.Handler,
        ["res"] = ActionKinds.Handler,
        ["jar"] = ActionKinds.Handler,
        ["jnlp"] = ActionKinds.Handler,
        ["microsoft-edge"] = ActionKinds.Handler,
        ["windowsdefender"] = ActionKinds.Handler,
        ["onenote"] = ActionKinds.Handler,
        ["x-apple.systempreferences"] = ActionKinds.Handler,
        ["applescript"] = ActionKinds.Handler,
        ["javascript"] = ActionKinds.Code,
        ["vbscript"] = ActionKinds.Code,
        ["livescript"] = ActionKinds.Code,
        ["jscript"] = ActionKinds.Code,
        ["smb"] = ActionKinds.Share,
        ["cifs"] = ActionKinds.Share,
        ["afp"] = ActionKinds.Share,
        ["nfs"] = ActionKinds.Share,
        ["dav"] = ActionKinds.Share,
        ["davs"] = ActionKinds.Share,
        ["webdav"] = ActionKinds.Share,
        ["http"] = ActionKinds.Web,
        ["https"] = ActionKinds.Web,
        ["ftp"] = ActionKinds.Web,
        ["ftps"] = ActionKinds.Web,
        ["sftp"] = ActionKinds.Web,
        ["gopher"] = ActionKinds.Web,
        ["mailto"] = ActionKinds.Web,
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase).GetAlternateLookup<ReadOnlySpan<char>>();

    /// <returns>Nothing for a scheme that is not known.</returns>
    public static ActionKinds KindsOf(ReadOnlySpan<char> scheme) =>
        Known.TryGetValue(scheme, out var kinds) ? kinds
        : scheme.StartsWith(Windows, StringComparison.OrdinalIgnoreCase) ? ActionKinds.Handler
        : ActionKinds.None;
}
