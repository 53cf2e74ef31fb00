using System.Globalization;
using System.Net;
using Sigma.Engine.Patterns;

namespace Sigma.Engine.Detections;

/// <summary>A test of a value.</summary>
public abstract record ValueTest;

/// <summary>The whole text of the value matches the pattern. Numbers and booleans have their text in the record.</summary>
/// <param name="Pattern">Text and wildcards.</param>
/// <param name="IsCased">Whether case matters.</param>
public sealed record TextTest(TextPattern Pattern, bool IsCased) : ValueTest
{
    public override string ToString() => $"{(IsCased ? "cased " : "")}'{Pattern}'";
}

/// <summary>The value is this number, in any spelling, or text with the same spelling.</summary>
/// <param name="Number">A number in JSON's form.</param>
public sealed record NumberTest(string Number) : ValueTest
{
    public override string ToString() => Number;
}

public enum NumberRelation
{
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

public enum TimePart
{
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

/// <summary>The value is a number, text that is a number, or a part of a time, and has this relation to the number.</summary>
/// <param name="Relation">The relation.</param>
/// <param name="Number">A number in JSON's form.</param>
/// <param name="Part">Null for the value itself.</param>
public sealed record NumberComparisonTest(NumberRelation Relation, string Number, TimePart? Part) : ValueTest
{
    public override string ToString()
    {
        var sign = Relation switch
        {
            NumberRelation.Less => "<",
            NumberRelation.LessOrEqual => "<=",
            NumberRelation.Greater => ">",
            NumberRelation.GreaterOrEqual => ">=",
            _ => "=",
        };
        return Part is { } part ? $"{part.ToString().ToLower(CultureInfo.InvariantCulture)} {sign} {Number}" : $"{sign} {Number}";
    }
}

/// <summary>The regular expression finds a match in the value's text.</summary>
public sealed record RegexTest(RulePattern Regex) : ValueTest
{
    public override string ToString() => $"/{Regex.Text}/";
}

/// <summary>The value's text is an address in the network.</summary>
public sealed record NetworkTest(IPNetwork Network) : ValueTest
{
    public override string ToString() => Network.ToString();
}

/// <summary>The field has a value that is not null, or has none.</summary>
public sealed record PresenceTest(bool IsPresent) : ValueTest
{
    public override string ToString() => IsPresent ? "present" : "absent or null";
}

/// <summary>The record has the field's name with any value, null and an empty array included; or does not have it.</summary>
public sealed record ExistenceTest(bool Exists) : ValueTest
{
    public override string ToString() => Exists ? "exists" : "does not exist";
}

public enum TextRelation
{
    Equal,
    StartsWith,
    EndsWith,
    Contains,
}

/// <summary>The value's text has this relation to a value of another field.</summary>
public sealed record FieldReferenceTest(string Other, TextRelation Relation, bool IsCased) : ValueTest
{
    public override string ToString() => $"{(IsCased ? "cased " : "")}{Relation} field {Other}";
}
