using System.Globalization;
using Hosting.Lifetime;
using Journal.Log.Verifying;
using Journal.Log.Writing;

namespace Journal.Features.Verify;

/// <summary>Prints the result of a verification: a line for each zone, one for each damage, and what the result is based on.</summary>
internal static class VerifyCommand
{
    /// <summary>Everything is sound, but the anchors do not cover all that is proven.</summary>
    public const int NotAnchored = 3;

    private const int MaxDamages = 100;

    public static async Task<int> RunAsync(
        VerifyRequest request, TextWriter output, TextWriter messages, TimeProvider time, CancellationToken cancellationToken)
    {
        var report = new Verifier(request, time).Run(cancellationToken);
        foreach (var zone in report.Zones)
        {
            await output.WriteLineAsync(Describe(zone));
        }

        if (report.OmittedZones > 0)
        {
            await output.WriteLineAsync($"And {report.OmittedZones} more zones.");
        }

        if (report.TornBytes > 0)
        {
            await output.WriteLineAsync($"{report.TornBytes} bytes after the last whole frame: a crash left them, or a server is writing.");
        }

        if (report.UnopenedFrames > 0)
        {
            await output.WriteLineAsync(
                $"{report.UnopenedFrames} frames are not for this key: their encrypted bytes were checked, and not opened.");
        }

        if (report.FirstClockSetBack is { } setBack)
        {
            var more = report.ClockSetBacks > 1 ? $", and {report.ClockSetBacks - 1} times more" : "";
            await output.WriteLineAsync(
                $"The clock was set back before frame {setBack}{more}: records are in the order of arrival, and their times go back.");
        }

        foreach (var damage in report.Damages.Take(MaxDamages))
        {
            await messages.WriteLineAsync($"{damage.Where}: {damage.Problem}{(damage.Frame is { } frame ? $" (frame {frame})" : "")}.");
        }

        var places = report.Damages.Count + report.OmittedDamages;
        if (places > MaxDamages)
        {
            await messages.WriteLineAsync($"And {places - MaxDamages} more.");
        }

        await output.WriteLineAsync(Outcome(report));
        return !report.IsSound || report.SignedFrames is null ? ExitCode.Found : report.IsAnchored ? ExitCode.Done : NotAnchored;
    }

    private static string Describe(FrameZone zone)
    {
        var state = zone.State switch
        {
            FrameState.Proven => "proven",
            FrameState.NotYetProven => "not yet proven",
            FrameState.Pruned => "pruned",
            FrameState.Missing => "missing",
            FrameState.Redacted => "proven, but for records that were redacted",
            _ => "damaged",
        };
        var sequences = zone is { FirstSequence: { } first, NextSequence: { } next }
            ? next > first ? $", records {first} to {next - 1}" : ", no records"
            : "";
        var time = zone.ClosedAt is { } closedAt
            ? $", until {Clock.Instant(closedAt).ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture)}"
            : "";
        return $"{state}: frames {zone.FirstFrame} to {zone.LastFrame}{sequences}{time}";
    }

    private static string Outcome(VerifyReport report)
    {
        var vouched = report.SelfVouched
            ? " The folder vouches for itself: compare its key with one from elsewhere (--vkey)."
            : "";
        var anchored = report.AnchoredFrames is { } frames
            ? $" Anchors cover {frames} frames."
            : " No anchor was given (--anchor): a cut end, or an older copy of the whole folder, would not be detected.";
        var places = report.Damages.Count + report.OmittedDamages;
        return report.IsSound
            ? $"{report.Origin} is sound: {report.SignedFrames} frames are signed.{anchored}{vouched}"
            : $"{report.Origin} is damaged in {places} place{(places == 1 ? "" : "s")}.{anchored}{vouched}";
    }
}
