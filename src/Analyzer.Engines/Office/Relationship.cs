using Analyzer.Engines.Contract;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Office;

/// <summary>Looks at what a document refers to outside of itself (ECMA-376 part 2, 8.3).</summary>
internal static class Relationship
{
    /// <param name="type">The kind of relationship: the end of its address.</param>
    /// <param name="target">Where it leads.</param>
    /// <param name="evidence">Gets what that means.</param>
    /// <param name="offset">Where it stands.</param>
    public static void LookAt(string type, string target, Evidence evidence, long offset)
    {
        var kind = type[(type.LastIndexOf('/') + 1)..];
        var isFetched = kind != "hyperlink";
        if (Addresses.StartsProgram(target) || (isFetched && target.Contains("mhtml:", StringComparison.OrdinalIgnoreCase)))
        {
            evidence.Find(isFetched ? OfficeRules.RemoteObject : OfficeRules.StartingLink, offset, target);
            return;
        }

        var rule = kind switch
        {
            "attachedTemplate" when IsElsewhere(target) => OfficeRules.Template,
            "oleObject" or "frame" or "package" or "control" or "subDocument" or "aFChunk" or "externalLink" when IsElsewhere(target) =>
                OfficeRules.RemoteObject,
            "hyperlink" => Addresses.IsShare(target) ? OfficeRules.RemoteData : null,
            "externalLinkPath" or "xlExternalLinkPath" or "xlPathMissing" or "xlStartup" => OfficeRules.RemoteData,
            _ when Addresses.IsShare(target) => OfficeRules.Share,
            "image" or "video" or "audio" or "media" => OfficeRules.RemotePicture,
            "attachedTemplate" => null, // of this machine
            _ => OfficeRules.RemoteData,
        };
        if (rule is not null)
        {
            evidence.Find(rule, offset, target);
        }
    }

    private static bool IsElsewhere(string target) => Addresses.IsWeb(target) || Addresses.IsShare(target);
}
