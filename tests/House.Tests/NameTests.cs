using System.Text.RegularExpressions;
using House.Tests.Sources;

namespace House.Tests;

/// <summary>One word for one thing.</summary>
public sealed partial class NameTests
{
    private static readonly IReadOnlyList<HouseProject> Product =
        [.. HouseProject.All.Where(project => project is { IsTest: false, IsSubstitute: false })];

    private static readonly IReadOnlyList<HouseProject> Own =
        [.. HouseProject.All.Where(project => !project.IsSubstitute && project.Name != "House.Tests")];

    /// <summary>An earlier version's names for things for which the field has a word.</summary>
    private static readonly string[] OldNames =
    [
        "KnownReport", "KnownReports", "Refusal", "RefusalKind", "RefusalTable", "InviteAsync", "Sighting", "VerdictBook", "Handicaps",
        "Strangers", "Termination", "InputWatch", "EarlyAnswers", "ResetPlaces", "SettleAsync", "IStoreKind", "StoreUse", "PdfTally",
        "PdfWordReader", "MachineFit", "ForTarget", "ReadBack", "Judgement", "VoidReasons", "UploadPiece", "PoolWatch", "StoreWatch",
        "Admission.Place",
    ];

    [Fact]
    public void Types_OfOneName_AreOneType()
    {
        var twins = from project in Product
                    from file in project.Files
                    from type in file.Types
                    where type != "Program"
                    group $"{project.Name}/{file.Namespace}" by type into places
                    where places.Distinct().Count() > 1
                    select $"{places.Key}: {string.Join(", ", places.Distinct())}";

        twins.ShouldBeEmpty();
    }

    [Fact]
    public void Namespaces_AreNotClassesToo()
    {
        var namespaces = Product.SelectMany(project => project.Files).SelectMany(file => file.Namespace.Split('.')).ToHashSet();

        var both = from project in Product
                   from file in project.Files
                   from type in file.Types
                   where namespaces.Contains(type)
                   select $"{project.Name}/{file.Path}: {type}";

        both.ShouldBeEmpty();
    }

    [Fact]
    public void TypesAndMembers_BearNoOldName()
    {
        var old = from project in Own
                  from file in project.Files
                  from name in OldNames
                  where name.Split('.') is [var type, var member] ? file.Says(type, member) : file.Says(name)
                  select $"{project.Name}/{file.Path}: {name}";

        old.ShouldBeEmpty();
    }

    /// <summary>A bound is called Max or Min, as the framework calls it.</summary>
    [Fact]
    public void Bounds_AreNotCalledMostOrLeast()
    {
        var bounds = from project in Own
                     from file in project.Files
                     from word in file.Words
                     where Superlative().IsMatch(word)
                     select $"{project.Name}/{file.Path}: {word}";

        bounds.ShouldBeEmpty();
    }

    [GeneratedRegex("^_?([Mm]ost|[Ll]east)[A-Z]")]
    private static partial Regex Superlative();
}
