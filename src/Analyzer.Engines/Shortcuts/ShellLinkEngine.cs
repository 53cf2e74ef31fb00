using System.Text.RegularExpressions;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Shortcuts;

/// <summary>Reads shortcuts of Windows (LNK).</summary>
internal sealed class ShellLinkEngine : KeepingEngine
{
    private const int MaxBlanks = 64;
    private const int MaxAppended = 1024;

    // Where the items of the Control Panel lie that come with Windows.
    private static readonly Regex SystemFile = new(
        @"^(%systemroot%|%windir%|[a-z]:\\windows)\\(system32|syswow64)\\[^\\]*$", RegexOptions.IgnoreCase | RegexOptions.NonBacktracking);

    public override IReadOnlyList<EngineRule> Rules => ShortcutRules.All;

    // The length of the header and the class, or as much of it as there is.
    protected override bool IsMine(ReadOnlySpan<byte> prefix) =>
        prefix is [0x4C, 0, 0, 0, 0x01, 0x14, 0x02, 0, ..]
        && (prefix.Length < ShellLink.HeaderLength || prefix is [_, _, _, _, _, _, _, _, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46, ..]);

    protected override Assessment Judge()
    {
        if (Parts.Depth > 0)
        {
            Evidence.Find(ShortcutRules.Inside);
        }

        if (Kept.Length < ShellLink.HeaderLength)
        {
            Evidence.Miss(Gap.Broken);
        }
        else
        {
            LookAt(ShellLink.Parse(Kept));
        }

        Evidence.Miss(Gap.NotJudged);
        return Evidence.Assess("application/x-ms-shortcut");
    }

    private void LookAt(ShellLink link)
    {
        var command = $"{link.Target.Trim()} {link.Arguments.Trim()}".Trim();
        Evidence.Find(ShortcutRules.Target, 0, command);
        if (ShellCommands.HasOne(command))
        {
            Evidence.Find(ShortcutRules.Command, 0, link.Arguments.Length > 0 ? link.Arguments.Trim() : command);
        }

        if (Addresses.IsShare(link.Icon ?? "") || Addresses.IsWeb(link.Icon ?? "") || link.Target.Split(' ').Any(Addresses.IsShare))
        {
            Evidence.Find(ShortcutRules.Remote, 0, link.Icon ?? link.Target);
        }

        if (link.PanelItem is { } item && !SystemFile.IsMatch(item))
        {
            Evidence.Find(ShortcutRules.PanelItem, 0, item);
        }

        if (link.Arguments.Length - link.Arguments.TrimStart().Length > MaxBlanks)
        {
            Evidence.Find(ShortcutRules.Padded);
        }

        if (Kept.Length - link.Length > MaxAppended)
        {
            Evidence.Find(ShortcutRules.Appended, link.Length);
            Parts.Open(null, link.Length).WriteAll(Kept[link.Length..]);
        }
    }
}
