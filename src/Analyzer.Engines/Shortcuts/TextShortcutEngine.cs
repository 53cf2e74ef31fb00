using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Shortcuts;

/// <summary>
/// Reads shortcuts that are text in sections: of Windows to addresses (URL), to commands (SCF, autorun), of Unix desktops.
/// </summary>
internal sealed class TextShortcutEngine : KeepingEngine
{
    private static readonly string[] Sections = ["[internetshortcut]", "[{000214a0-0000-0000-c000-000000000046}]", "[desktop entry]"];

    // These are the names of sections in other files too, so they count only as the first ones.
    private static readonly string[] FirstSections = ["[autorun]", "[.shellclassinfo]", "[shell]"];

    private const string Theme = "[theme]";

    private readonly WideText _wide = new();

    public override IReadOnlyList<EngineRule> Rules => [];

    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        _wide.Begin(prefix);
        var lines = Start(_wide.Narrow(prefix)).Split('\n').Take(32).Select(line => line.Trim().ToLowerInvariant()).Where(
            line => line.Length > 0).ToList();
        if (lines.FirstOrDefault() == Theme)
        {
            return lines.Exists(IsElsewhere); // others say nothing that could act
        }

        return lines.Any(line => Array.IndexOf(Sections, line) >= 0) || (lines.Count > 0 && Array.IndexOf(FirstSections, lines[0]) >= 0);
    }

    protected override Assessment Judge()
    {
        _wide.Begin(Kept);
        var text = PlainText.Decode(_wide.Narrow(Kept));
        if (Parts.Depth > 0)
        {
            Evidence.Find(ShortcutRules.Inside);
        }

        foreach (var line in text.Split('\n'))
        {
            var sign = line.IndexOf('=', StringComparison.Ordinal);
            if (sign > 0)
            {
                LookAt(line[..sign].Trim().ToLowerInvariant(), line[(sign + 1)..].Trim());
            }
        }

        Evidence.Miss(Gap.NotJudged);
        return Evidence.Assess("application/x-mswinurl");
    }

    private void LookAt(string key, string value)
    {
        if (key is "url" or "baseurl" or "exec" or "open" or "shellexecute" or "command"
            || key.EndsWith(@"\command", StringComparison.Ordinal))
        {
            Evidence.Find(ShortcutRules.Target, 0, value);
            if (Addresses.StartsProgram(value) || Addresses.IsScript(value) || (!Addresses.IsWeb(value) && ShellCommands.HasOne(value)))
            {
                Evidence.Find(ShortcutRules.Command, 0, value);
            }
        }

        // file://C:/ is this machine; a share, also one by WebDAV, is another.
        if (key is "url" or "baseurl" or "iconfile" or "iconresource" or "workingdirectory" or "icon" or "wallpaper" or "path"
            && Addresses.IsShare(value))
        {
            Evidence.Find(ShortcutRules.Remote, 0, value);
        }
    }

    private static bool IsElsewhere(string line) =>
        line.IndexOf('=', StringComparison.Ordinal) is > 0 and var sign && Addresses.IsShare(line[(sign + 1)..].Trim());

    private static string Start(ReadOnlySpan<byte> prefix) =>
        Encoding.Latin1.GetString(prefix).TrimStart('\u00EF', '\u00BB', '\u00BF', '\u00FF', '\u00FE');
}
