using System.Buffers.Binary;
using System.Globalization;
using System.Numerics;

namespace Sigma.Streams.Avro;

/// <summary>Values of logical types (specification 1.12, "Logical Types") as texts.</summary>
internal static class AvroTexts
{
    public const int DurationBytes = 12;
    public const int UuidBytes = 16;

    /// <summary>The longest decimal that is written: a longer one would cost minutes.</summary>
    private const int MaxDecimalBytes = 256;
    private const int MaxScale = 1024;

    public static bool IsTime(string type) => type is "date" or "time-millis" or "time-micros" or "timestamp-millis" or "timestamp-micros"
        or "timestamp-nanos" or "local-timestamp-millis" or "local-timestamp-micros" or "local-timestamp-nanos";

    /// <returns>In the forms of ISO 8601; the number itself where it is beyond the years 1 to 9999.</returns>
    public static string Time(string type, long value) => type switch
    {
        "date" => In(DateTime.UnixEpoch, value, TimeSpan.TicksPerDay)?.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
        "time-millis" => TimeOfDay(value, TimeSpan.TicksPerMillisecond),
        "time-micros" => TimeOfDay(value, TimeSpan.TicksPerMicrosecond),
        "timestamp-millis" => Moment(value, TimeSpan.TicksPerMillisecond, "Z"),
        "timestamp-micros" => Moment(value, TimeSpan.TicksPerMicrosecond, "Z"),
        "timestamp-nanos" => Moment(value / TimeSpan.NanosecondsPerTick, 1, "Z"),
        "local-timestamp-millis" => Moment(value, TimeSpan.TicksPerMillisecond, ""),
        "local-timestamp-micros" => Moment(value, TimeSpan.TicksPerMicrosecond, ""),
        _ => Moment(value / TimeSpan.NanosecondsPerTick, 1, ""),
    } ?? value.ToString(CultureInfo.InvariantCulture);

    /// <param name="unscaled">A number in two's complement, the highest byte first.</param>
    /// <param name="scale">The digits behind the point; null for none.</param>
    /// <returns>A number of JSON.</returns>
    public static string Decimal(ReadOnlySpan<byte> unscaled, string? scale)
    {
        var digits = scale is null ? 0 : int.Parse(scale, CultureInfo.InvariantCulture);
        if (unscaled.Length > MaxDecimalBytes || digits > MaxScale)
        {
            throw new AvroDataException($"has a decimal of more than {MaxDecimalBytes} bytes or {MaxScale} digits behind the point.");
        }

        var number = new BigInteger(unscaled, isBigEndian: true);
        var text = BigInteger.Abs(number).ToString(CultureInfo.InvariantCulture).PadLeft(digits + 1, '0');
        return $"{(number.Sign < 0 ? "-" : "")}{text[..^digits]}{(digits > 0 ? $".{text[^digits..]}" : "")}";
    }

    /// <param name="bytes">Months, days and milliseconds.</param>
    /// <returns>In the form of ISO 8601.</returns>
    public static string Duration(ReadOnlySpan<byte> bytes) => string.Create(
        CultureInfo.InvariantCulture,
        $"P{Part(bytes)}M{Part(bytes[4..])}DT{Part(bytes[8..]) / 1000m:0.###}S");

    private static uint Part(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadUInt32LittleEndian(bytes);

    private static string? TimeOfDay(long value, long unit) => value >= 0 && value < TimeSpan.TicksPerDay / unit
        ? new TimeOnly(value * unit).ToString("HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture)
        : null;

    private static string? Moment(long value, long unit, string zone) =>
        In(DateTime.UnixEpoch, value, unit)?.ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture) is { } text
            ? text + zone
            : null;

    private static DateTime? In(DateTime epoch, long value, long unit)
    {
        var ticks = (Int128)value * unit + epoch.Ticks;
        return ticks < DateTime.MinValue.Ticks || ticks > DateTime.MaxValue.Ticks ? null : new((long)ticks, DateTimeKind.Utc);
    }
}
