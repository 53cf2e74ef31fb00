namespace Prober.Engine.Timelines;

/// <summary>The time of a window in milliseconds; <see cref="Up"/>, down, unknown and maintenance sum to the window.</summary>
/// <param name="UpInDoubt">The part of <paramref name="Up"/> that may have been down.</param>
/// <param name="DownInDoubt">The part of <paramref name="Down"/> that may have been up.</param>
public readonly record struct Availability(long Up, long Down, long Unknown, long Maintenance, long UpInDoubt, long DownInDoubt)
{
    /// <summary>Up as a share of the known time; null when nothing is known.</summary>
    public double? Ratio => Share(Up);

    /// <summary>The ratio if all doubt was down time.</summary>
    public double? Lower => Share(Up - UpInDoubt);

    /// <summary>The ratio if all doubt was up time.</summary>
    public double? Upper => Share(Up + DownInDoubt);

    internal Availability With(TargetState state, long length, bool isInDoubt) => state switch
    {
        TargetState.Up => this with { Up = Up + length, UpInDoubt = UpInDoubt + (isInDoubt ? length : 0) },
        TargetState.Down => this with { Down = Down + length, DownInDoubt = DownInDoubt + (isInDoubt ? length : 0) },
        TargetState.Maintenance => this with { Maintenance = Maintenance + length },
        _ => this with { Unknown = Unknown + length },
    };

    private double? Share(long up) => Up + Down == 0 ? null : (double)up / (Up + Down);
}
