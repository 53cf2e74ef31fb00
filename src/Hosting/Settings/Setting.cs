using System.ComponentModel.DataAnnotations;
using System.Reflection;

namespace Hosting.Settings;

/// <summary>One key of a host's section.</summary>
/// <param name="Key">Relative to the section.</param>
/// <param name="Type">The type of its value.</param>
/// <param name="Default">Null for none.</param>
/// <param name="Rules">The rules that a value has to satisfy.</param>
public sealed record Setting(string Key, Type Type, object? Default, IReadOnlyList<ValidationAttribute> Rules)
{
    // The last ones are names of librdkafka: USER:PASSWORD, a private key.
    private static readonly string[] SecretWords =
        ["Password", "Secret", "Token", "Key", "Authorization", "ForwardUsers", "auth.user.info", "ssl.key.pem"];

    /// <summary>Whether a file may have the text as a list: its members then are keys, too.</summary>
    public bool IsListText => Property?.GetCustomAttribute<ListTextAttribute>() is not null;

    /// <summary>Whether the key stands for a group of keys: a list, or a dictionary with its own names.</summary>
    public bool IsGroup => Type != typeof(string) && typeof(System.Collections.IEnumerable).IsAssignableFrom(Type);

    /// <summary>The settings of each member of a dictionary of settings, relative to the member; empty for other settings.</summary>
    public IReadOnlyList<Setting> Members { get; } =
        Type is { IsGenericType: true } && Type.GetGenericArguments() is [_, var member] && HasSettings(member)
            ? [.. OfMember(member, "")] : [];

    /// <summary>The settings of an options class: its public properties with a setter.</summary>
    /// <param name="options">The class; its constructor without parameters sets the defaults.</param>
    /// <param name="subsection">Relative to the host's section; empty for the section itself.</param>
    public static IEnumerable<Setting> Of(Type options, string subsection)
    {
        var defaults = Activator.CreateInstance(options);
        return Properties(options).Select(property => new Setting(
            KeyOf(property, subsection), property.PropertyType, property.GetValue(defaults), RulesOf(property))
        {
            Property = property,
        });
    }

    /// <summary>The property that holds it; null for a port.</summary>
    public PropertyInfo? Property { get; init; }

    /// <summary>Its meaning in a sentence or two: the comment of its property.</summary>
    public string Meaning => Property is null ? "The port to listen on; 0: any free one." : DocComments.Of(Property);

    /// <summary>Whether its value is a number of bytes.</summary>
    public bool IsSize => Key.Contains("Bytes", StringComparison.Ordinal) || Key.EndsWith("DataRate", StringComparison.Ordinal);

    /// <summary>Whether a key names a secret. A file of keys is none.</summary>
    public static bool IsSecretName(string key) => SecretWords.Any(word => key.EndsWith(word, StringComparison.OrdinalIgnoreCase));

    /// <summary>The default as a person would write it; empty for none.</summary>
    public string DefaultText => IsGroup ? "" : SettingTexts.Write(Default, IsSize);

    /// <summary>The allowed values, in words; empty where any text may stand.</summary>
    public string Allowed
    {
        get
        {
            var range = Rules.OfType<RangeAttribute>().FirstOrDefault();
            var bounds = range is null ? ""
                : range.Maximum is int.MaxValue or >= (double)long.MaxValue ? $", at least {Bound(range.Minimum)}"
                : $" from {Bound(range.Minimum)} to {Bound(range.Maximum)}";
            var type = Nullable.GetUnderlyingType(Type) ?? Type;
            return Rules.OfType<AllowedValuesAttribute>().FirstOrDefault() is { } allowed
                    ? OneOf([.. allowed.Values.Select(value => $"{value}")])
                : type == typeof(bool) ? "true or false"
                : type == typeof(TimeSpan) ? $"a time such as 30s, 15min or 90d{bounds}"
                : IsSize ? $"a number of bytes such as 64KiB or 1GiB{bounds}"
                : type.IsEnum ? OneOf([.. Enum.GetNames(type).Select(name => name.ToLowerInvariant())])
                : type == typeof(string) || IsGroup ? ""
                : $"a number{bounds}";
        }
    }

    /// <returns>Why a text cannot be the value, and how to write one, in sentences; null if it can be.</returns>
    /// <param name="text">As a person has written it.</param>
    public string? Problem(string text)
    {
        var isList = IsListText || ListTexts.IsList(Type);
        var type = isList ? typeof(string[]) : Nullable.GetUnderlyingType(Type) ?? Type;
        var mayBeEmpty = !isList && type != Type;
        return type == typeof(string) || (IsGroup && !isList) || (text.Length == 0 && mayBeEmpty) ? null
            : SettingTexts.Problem(type, IsSize, text) is not { } problem ? null
            : $"{(problem.Length == 0 ? "it has" : $"{problem} It has")} to be {(isList ? "a list" : Allowed)}"
                + $"{(mayBeEmpty ? ", or empty" : "")}.";
    }

    /// <returns>One sentence for each rule that the value breaks.</returns>
    /// <param name="host">Names the settings.</param>
    /// <param name="value">The setting's.</param>
    /// <param name="remark">Where the value comes from, with a space before it; or empty.</param>
    public IEnumerable<string> Problems(HostDescription host, object? value, string remark = "") =>
        from rule in Rules
        let result = rule.GetValidationResult(value, new ValidationContext(this, null, null) { DisplayName = host.Key(Key) })
        where result is not null
        select rule is RangeAttribute or AllowedValuesAttribute or EnumDataTypeAttribute
            ? $"{host.Key(Key)}={SettingTexts.Write(value, IsSize)}{remark} is not valid: it has to be {Allowed}."
            : result.ErrorMessage!;

    /// <summary>With those of the classes in it.</summary>
    private static IEnumerable<Setting> OfMember(Type member, string subsection) =>
        Of(member, subsection).SelectMany(setting => HasSettings(setting.Type) ? OfMember(setting.Type, setting.Key) : [setting]);

    private static bool HasSettings(Type type) =>
        type.IsClass && !typeof(System.Collections.IEnumerable).IsAssignableFrom(type) && type.GetConstructor([]) is not null;

    internal static IEnumerable<PropertyInfo> Properties(Type options) => options
        .GetProperties(BindingFlags.Public | BindingFlags.Instance)
        .Where(property => property.SetMethod is { IsPublic: true });

    internal static string KeyOf(PropertyInfo property, string subsection) =>
        subsection.Length == 0 ? property.Name : ConfigurationPath.Combine(subsection, property.Name);

    private static string OneOf(string[] values) => values is [.. var first, var last] && first.Length > 0
        ? $"{string.Join(", ", first)} or {last}" : string.Concat(values);

    private string Bound(object bound) => SettingTexts.Write(
        bound switch
        {
            double number when number >= long.MaxValue => long.MaxValue,
            double number when double.IsInteger(number) => (long)number,
            string text when Type == typeof(TimeSpan) || Type == typeof(TimeSpan?) => Durations.Parse(text),
            _ => bound,
        },
        IsSize);

    private static ValidationAttribute[] RulesOf(PropertyInfo property) => [.. property.GetCustomAttributes<ValidationAttribute>()];
}
