using System.CommandLine;
using Load.Measuring;
using Load.Systems.Journal.Receivers;
using Load.Systems.Journal.Rows;

namespace Load.Systems.Journal.Suites;

/// <summary>Rows that a person asks for: every combination of transports, rates, lengths and log servers.</summary>
internal sealed class CustomJournalSuite
{
    public const string Name = "custom-journal";

    /// <summary>The dimensions of which it takes any value.</summary>
    public static readonly IReadOnlyList<string> Dimensions =
        [LineRow.TransportDimension, LineRow.RateDimension, LineRow.LengthDimension, LineRow.ReceiverDimension];

    private const int MaxRate = 1_000_000;
    private const int MinLength = 64;
    private const int MaxLength = 8192;

    private static readonly string[] Transports =
    [
        LineTransport.Udp, LineTransport.Tcp, LineTransport.Tls, LineTransport.Relp, LineTransport.Http, LineTransport.Sealed,
        LineTransport.InTurn, LineTransport.Flooded, LineTransport.Overloaded,
    ];

    private static readonly string[] Receivers = [LineRow.Journal, LineRow.Drop, .. LogPeer.All.Select(peer => peer.Name)];

    private readonly ListOption<string> _transports = Words.Option("--transport", "How lines go [default: udp,tcp]", Transports);
    private readonly ListOption<string> _receivers = Words.Option("--receiver", "Log servers [default: journal]", Receivers);

    private readonly ListOption<Amount> _rates = new(
        "--rate", "Lines a second, or 'all' for as many as can be sent [default: 20000]", $"1 to {MaxRate}, or '{LineRow.Unbound}'",
        text => text == LineRow.Unbound ? new Amount(null)
            : Number.Parse(text, MaxRate) is { Value: var value } ? new Amount(value) : null);

    private readonly ListOption<Amount> _lengths = new(
        "--length", "Bytes of each line, such as 480B, or 'daemons' for lines as they are [default: daemons]",
        $"{MinLength}B to {MaxLength}B, or '{LineRow.Daemons}'",
        text => text == LineRow.Daemons ? new Amount(null)
            : Number.Parse(text.TrimEnd('B'), MaxLength) is { Value: >= MinLength and var value } ? new Amount(value) : null);

    public static SuiteCommand Command()
    {
        var own = new CustomJournalSuite();
        return new(
            Name, "rows that you ask for: every combination of transports, rates, lengths and log servers",
            (parsed, _) => own.Create(parsed))
        {
            Options = [own._transports.Option, own._rates.Option, own._lengths.Option, own._receivers.Option],
        };
    }

    private Suite Create(ParseResult parsed)
    {
        Case[] rows =
        [
            .. from transport in _transports.Values(parsed) ?? [LineTransport.Udp, LineTransport.Tcp]
               from rate in _rates.Values(parsed) ?? [new Amount(20_000)]
               from length in _lengths.Values(parsed) ?? [new Amount(null)]
               from receiver in _receivers.Values(parsed) ?? [LineRow.Journal]
               select JournalSuite.CaseOf(new LineRow(transport, rate.Value, length.Value, receiver)),
        ];
        return JournalSuite.Of(Name, AskedRows.Of(Name, rows));
    }

    private sealed record Amount(int? Value);
}
