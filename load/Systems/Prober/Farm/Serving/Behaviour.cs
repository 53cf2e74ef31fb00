namespace Farm.Serving;

/// <summary>The behaviour of a target, by the first part of its name: <c>slow-17.farm.test</c> is slow.</summary>
internal enum Behaviour
{
    Ok,
    Slow,
    Hang,
    Reset,
    Trickle,
    Huge,
    Loop,
    Flap,
    Expired,
    WrongHost,
    SelfSigned,
    Status,
    Changed,
    NotModified,
    Interim,
    Trailers,
    NoReason,
    BareLf,
    AnyCase,
}

internal static class Behaviours
{
    public static IReadOnlyList<Behaviour> All { get; } = Enum.GetValues<Behaviour>();

    /// <returns>The behaviour for a name; well-behaved by default.</returns>
    public static Behaviour Of(ReadOnlySpan<char> host)
    {
        var end = host.IndexOf('-');
        return end > 0 && Enum.TryParse<Behaviour>(host[..end], ignoreCase: true, out var behaviour) ? behaviour : Behaviour.Ok;
    }
}
