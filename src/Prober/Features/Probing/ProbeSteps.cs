using System.Text;
using Prober.Engine.Probing;
using Prober.Engine.Watching;

namespace Prober.Features.Probing;

/// <summary>The steps of a probe for a person, as comments before its series: <c>debug=true</c>.</summary>
internal static class ProbeSteps
{
    public static string Of(TargetDefinition definition, string? module, ProbeResult result, TimeSpan timeout)
    {
        var text = new StringBuilder();
        Add($"{definition.Kind} {definition.Probe.Endpoint}, module {module ?? definition.Kind}, time-out {Seconds(timeout)}");
        Add($"resolved in {Seconds(result.Resolving)}: {result.Address?.ToString() ?? "no address"}{(result.IsStale ? ", stale" : "")}");
        Add($"connected in {Seconds(result.Connecting)}");
        if (result.Certificate is { } certificate)
        {
            var facts = $"{certificate.Protocol} {certificate.Subject}, until {certificate.Ends:u}";
            Add($"handshake in {Seconds(result.Handshaking)}: {facts}");
        }

        if (result.Processing > TimeSpan.Zero)
        {
            Add($"answered in {Seconds(result.Processing)}");
        }

        if (result.Status > 0)
        {
            var length = $"{result.ContentLength} bytes of body (-1: not read)";
            Add($"HTTP/{result.HttpVersion} {result.Status}, {result.Redirects} redirects, {length}");
        }

        if (result.Dns is { } dns)
        {
            Add($"records: {dns.Answers} answers, {dns.Authorities} authorities, {dns.Additionals} additionals");
        }

        var doubt = result.Failure.IsEvidence() ? "" : " (no evidence)";
        Add(result.IsGood ? $"success after {Seconds(result.Duration)}"
            : $"{result.Failure} after {Seconds(result.Duration)}{doubt}: {result.Message}");
        return $"{text}";

        void Add(string line) => text.Append("# ").Append(string.Concat(line.Where(letter => !char.IsControl(letter)))).Append('\n');
    }

    private static string Seconds(TimeSpan span) => FormattableString.Invariant($"{span.TotalSeconds:0.######} s");
}
