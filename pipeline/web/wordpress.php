<?php
/**
 * Plugin Name: Puzzle Press
 * Description: Puzzles to play in posts and pages: [puzzle_press src="https://.../daily/2026-11-21.json"]
 * Version: 1.0
 * Requires at least: 6.5
 * License: MIT
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Returns the element of one puzzle and has the player loaded once.
 */
function puzzle_press_shortcode( $attributes ) {
	$values = shortcode_atts(
		array(
			'src'   => 'BASE_URL/today.json',
			'lang'  => '',
			'theme' => '',
			'timer' => '',
		),
		$attributes,
		'puzzle_press'
	);
	wp_enqueue_script_module( 'puzzle-press', plugins_url( 'puzzle-press.js', __FILE__ ), array(), 'VERSION' );
	$element = '<puzzle-press src="' . esc_url( $values['src'] ) . '"';
	foreach ( array( 'lang', 'theme', 'timer' ) as $name ) {
		if ( '' !== $values[ $name ] ) {
			$element .= ' ' . $name . '="' . esc_attr( $values[ $name ] ) . '"';
		}
	}
	return $element . '></puzzle-press>';
}

add_shortcode( 'puzzle_press', 'puzzle_press_shortcode' );
