using System.Globalization;
using Load.Statistics;


namespace Load.Machine;

/// <summary>What a link does to packets.</summary>
/// <param name="Loss">0 to 1: the share of packets that are lost, either way.</param>
/// <param name="RoundTrip">How long a packet and its answer are under way.</param>
internal sealed record LinkShape(double Loss, TimeSpan RoundTrip)
{
    public string LossText => string.Create(CultureInfo.InvariantCulture, $"{100 * Loss:0.##}%");

    public string RoundTripText => $"{Format.Axis(RoundTrip.TotalMilliseconds)}ms";
}
