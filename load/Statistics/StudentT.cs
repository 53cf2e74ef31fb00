namespace Load.Statistics;

/// <summary>
/// Student's t distribution: its 97.5 % points, which a two-sided 95 % interval needs, and its tails, which a test needs.
/// </summary>
internal static class StudentT
{
    private static readonly double[] Table =
    [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];

    private const double Normal = 1.959964;

    /// <param name="degrees">Degrees of freedom, at least 1.</param>
    public static double Quantile975(int degrees) =>
        degrees <= Table.Length
            ? Table[degrees - 1]
            // Cornish and Fisher's expansion around the normal quantile; good to 0.001 beyond the table.
            : Normal + (Math.Pow(Normal, 3) + Normal) / (4.0 * degrees) +
                (5 * Math.Pow(Normal, 5) + 16 * Math.Pow(Normal, 3) + 3 * Normal) / (96.0 * degrees * degrees);

    /// <summary>
    /// The probability of being at least so far from 0 on either side. The substitution t = √ν·tan θ turns the density into cosᵛ⁻¹ θ, whose
    /// integral has a finite sum for whole degrees (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4).
    /// </summary>
    /// <param name="t">A value of any sign.</param>
    /// <param name="degrees">Degrees of freedom, at least 1.</param>
    public static double TwoSidedTail(double t, int degrees)
    {
        var theta = Math.Atan(Math.Abs(t) / Math.Sqrt(degrees));
        var (sin, cos) = Math.SinCos(theta);
        var isOdd = degrees % 2 == 1;
        var sum = 0.0;
        var term = isOdd ? cos : 1;
        for (var k = isOdd ? 3 : 2; k <= degrees; k += 2)
        {
            sum += term;
            term *= cos * cos * (k - 1) / k;
        }

        var within = isOdd ? 2 / Math.PI * (theta + sin * sum) : sin * sum;
        return Math.Clamp(1 - within, 0, 1);
    }
}
