using System.Net;
using System.Net.NetworkInformation;
using Prober.Engine.Probing.Connecting;

namespace Prober.Engine.Probing.Ping;

/// <summary>A few echo requests, one after the other.</summary>
/// <param name="host">A name or an address.</param>
/// <param name="lost">The share of them that may stay without an answer, from 0 to 1.</param>
public sealed class PingProbe(string host, int count = 3, double lost = 0) : IProbe
{
    /// <summary>The number of routers that may pass a request on, on most systems.</summary>
    public const int UsualHops = 64;

    public string Kind => "ping";

    /// <summary>The most routers that may pass a request on, from 1 to 255.</summary>
    public int Hops { get; init; } = UsualHops;

    /// <summary>Whether routers must not cut a request into parts.</summary>
    public bool IsWhole { get; init; }

    /// <summary>The bytes that a request carries; 0 for the usual number.</summary>
    public int Payload { get; init; }

    public string Endpoint => host;

    public string Destination => host;

    public async Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        var result = call.Result;
        var addresses = await Connector.ResolveAsync(host, call);
        if (addresses.Length == 0)
        {
            return result;
        }

        var address = addresses[0];
        if (!ProbeFaults.HasRoute(address))
        {
            address = (await Connector.OtherAsync(host, address, call))?[0] ?? address;
        }

        result.Address = address;
        if (!ProbeFaults.HasRoute(address))
        {
            // The system's own ping only says that it got no answer.
            return result.Fail(FailureClass.Route, $"This machine has no route to {address}.");
        }

        var (answered, last) = await SendAsync(address, call);
        return answered >= count - (int)(count * lost) ? result
            : answered > 0 ? result.Fail(FailureClass.Timeout, $"{count - answered} of {count} echo requests were lost.")
            : last is IPStatus.TtlExpired or IPStatus.TimeExceeded
                ? result.Fail(FailureClass.Unreachable, $"The target is more than {Hops} routers away.")
            : last is IPStatus.TimedOut ? result.Fail(FailureClass.Timeout, $"No answer to {count} echo requests.")
            : result.Fail(FailureClass.Unreachable, $"The target cannot be reached: {last}.");
    }

    private async Task<(int Answered, IPStatus Last)> SendAsync(IPAddress address, ProbeCall call)
    {
        await Task.Yield(); // without the privilege .NET starts a process within the call, which must not run on the engine's thread
        using var ping = new System.Net.NetworkInformation.Ping();
        var (answered, last, patience) = (0, IPStatus.TimedOut, call.Timeout / count);
        var round = TimeSpan.Zero;
        var options = Hops == UsualHops && !IsWhole ? null : new PingOptions(Hops, IsWhole);
        var payload = Payload == 0 ? null : new byte[Payload];
        for (var i = 0; i < count; i++)
        {
            var asked = call.Elapsed;
            var reply = await ping.SendPingAsync(address, patience, payload, options, call.Token);
            last = reply.Status;
            if (last == IPStatus.Success)
            {
                answered++;
                round += call.Elapsed - asked;
            }
        }

        call.Result.Processing = answered == 0 ? TimeSpan.Zero : round / answered; // the mean round trip
        return (answered, last);
    }
}
