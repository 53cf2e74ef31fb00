using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Shortcuts;

/// <summary>Reads connections to remote desktops (RDP): where they lead, and what of this machine they hand over.</summary>
internal sealed class RemoteDesktopEngine : KeepingEngine
{
    private const int MaxLength = 64 * 1024;
    private const int FewLines = 64;

    // Names that no stranger's machine has.
    private static readonly string[] OwnNames = [".local", ".lan", ".internal", ".intranet", ".corp", ".home", ".localdomain"];

    private static readonly Regex Setting = new(
        @"^([A-Za-z][A-Za-z0-9 ]*):([sib]):(.*)$", RegexOptions.NonBacktracking);

    private readonly WideText _wide = new();

    public override IReadOnlyList<EngineRule> Rules => RemoteDesktopRules.All;

    protected override bool WantsMore => Kept.Length < MaxLength;

    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        _wide.Begin(prefix);
        var lines = LinesOf(_wide.Narrow(prefix)).Take(FewLines).ToList();
        return lines.Count > 0 && Setting.IsMatch(lines[0])
            && lines.Exists(static line => line.StartsWith("full address:s:", StringComparison.OrdinalIgnoreCase));
    }

    protected override Assessment Judge()
    {
        _wide.Begin(Kept);
        var settings = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var line in LinesOf(_wide.Narrow(Kept)))
        {
            if (Setting.Match(line) is { Success: true } setting)
            {
                settings[setting.Groups[1].Value] = setting.Groups[3].Value.Trim();
            }
        }

        LookAt(settings);
        return Evidence.Assess("application/x-rdp");
    }

    private void LookAt(Dictionary<string, string> settings)
    {
        string Of(string name) => settings.GetValueOrDefault(name, "");

        var address = Of("full address");
        Evidence.Find(RemoteDesktopRules.Target, 0, address);
        if (address.Length > 0 && !IsOwn(address))
        {
            Evidence.Find(RemoteDesktopRules.Outside, 0, address);
        }

        if (Of("drivestoredirect").Length > 0 || Of("redirectdrives") == "1")
        {
            Evidence.Find(RemoteDesktopRules.Drives, 0, Of("drivestoredirect"));
            Evidence.Miss(Gap.NotJudged);
        }

        var program = Of("remoteapplicationprogram") is { Length: > 0 } remote ? remote : Of("alternate shell");
        if (Of("remoteapplicationmode") == "1" || program.Length > 0)
        {
            Evidence.Find(RemoteDesktopRules.Program, 0, program);
            Evidence.Miss(Gap.NotJudged);
        }
    }

    // A name without a domain, or an address of a private network (RFC 1918, RFC 4193).
    private static bool IsOwn(string address)
    {
        var host = address[0] == '[' ? address[1..].Split(']')[0] // of IPv6, with a port behind
            : address.Count(static letter => letter == ':') == 1 ? address.Split(':')[0] : address;
        if (IPAddress.TryParse(host, out var ip))
        {
            return IPAddress.IsLoopback(ip) || ip.IsIPv6LinkLocal || ip.IsIPv6UniqueLocal
                || (ip.AddressFamily == AddressFamily.InterNetwork && ip.GetAddressBytes() is [10, ..] or [172, >= 16 and <= 31, ..]
                    or [192, 168, ..] or [169, 254, ..]);
        }

        return !host.Contains('.', StringComparison.Ordinal)
            || Array.Exists(OwnNames, name => host.EndsWith(name, StringComparison.OrdinalIgnoreCase));
    }

    private static IEnumerable<string> LinesOf(ReadOnlySpan<byte> text) => Encoding.Latin1.GetString(WideText.WithoutMark(text))
        .Split('\n').Select(static line => line.Trim()).Where(static line => line.Length > 0);
}
