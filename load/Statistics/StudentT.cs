namespace Load.Statistics;

/// <summary>The 97.5 % points of Student's t distribution: what a two-sided 95 % interval needs.</summary>
internal static class StudentT
{
    private static readonly double[] Table =
    [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];

    private const double Normal = 1.959964;

    /// <param name="degrees">Of freedom, at least 1.</param>
    public static double Quantile975(int degrees) =>
        degrees <= Table.Length
            ? Table[degrees - 1]
            // Cornish and Fisher's expansion around the normal quantile; good to 0.001 beyond the table.
            : Normal + (Math.Pow(Normal, 3) + Normal) / (4.0 * degrees) +
                (5 * Math.Pow(Normal, 5) + 16 * Math.Pow(Normal, 3) + 3 * Normal) / (96.0 * degrees * degrees);
}
